import type { MoveTarget } from '../../core/policy/audience.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { ServiceApi } from '../api/service.ts';
import type { RemoteFile, RemoteFolder } from '../api/shapes.ts';

/** An item as the service has it. */
interface RemoteItemName {
  readonly id: ServiceId;
  readonly name: string;
}

/**
 * Moves a file to another folder, with the call that only moves if the name stays. Null when the answer has no body.
 */
export function moveFileToFolder(
  api: ServiceApi,
  { id, name: had }: RemoteItemName,
  name: string,
  target: MoveTarget,
): Promise<RemoteFile | null> {
  return name === had ? api.moveFile(id, name, target) : api.placeFile(id, name, target);
}

/** The same for a folder. */
export function moveFolderToFolder(
  api: ServiceApi,
  { id, name: had }: RemoteItemName,
  name: string,
  target: MoveTarget,
): Promise<RemoteFolder | null> {
  return name === had ? api.moveFolder(id, name, target) : api.placeFolder(id, name, target);
}
