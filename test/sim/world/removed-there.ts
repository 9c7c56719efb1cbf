import type { FakeService } from '../service/fake-service.ts';
import type { Ledger } from './ledger.ts';

/**
 * Somebody removes a file at the service, with the newest version before their eyes. Where the service takes a version that
 * was made on an older one, the newest may have covered another a moment ago, before whoever sent it could look what it
 * covered: that is in the history of a removed file then, which nobody reads, and in the store of who wrote it.
 */
export function giveUpThere(service: FakeService, ledger: Ledger, file: { id: string; bytes: Uint8Array }): void {
  const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  ledger.giveUp(textOf(file.bytes));
  if (service.refusesStaleVersions) return;
  for (const { bytes } of service.sights.versionsOf(file.id)) ledger.giveUp(textOf(bytes));
}
