import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { FaultError } from '../../../../shared/fault.ts';
import { auditKind } from '../../../../shared/features/organization/audit-text.ts';
import type { AuditLine } from '../../../../shared/features/organization/oversight-model.ts';
import { isUuid } from '../../../../shared/ids.ts';

/** What the targets of a page of the audit log are called, by their ids; absent: it is not told. */
export async function namesOfTargets(
  client: EngineClient,
  lines: readonly AuditLine[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: 'file' | 'folder' | 'member'): string[] => [
    ...new Set(lines.flatMap(({ action, target }) => (auditKind(action) === kind ? (target ?? []) : []))),
  ];
  const [files, folders] = [idsOf('file').filter(isUuid), idsOf('folder').filter(isUuid)];
  const [things, members] = await Promise.all([
    files.length + folders.length === 0 ? null : orNothing(client.call('organization.things', { files, folders })),
    idsOf('member').length === 0 ? null : orNothing(client.call('organization.members', {})),
  ]);
  return new Map([
    ...(members?.members ?? []).map(({ id, name }) => [id, name] as const),
    ...(things?.folders ?? []).map(({ id, names }) => [id, names.join(' / ')] as const),
    ...(things?.files ?? []).map(({ id, name }) => [id, name] as const),
  ]);
}

/** The log was read already, and is told without names rather than not at all. */
async function orNothing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  }
}
