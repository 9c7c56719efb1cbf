import type { FakeService } from '../service/fake-service.ts';
import type { Ledger } from './ledger.ts';

/**
 * A person removes a file at the service, having seen the newest version. Where the service takes a version that was made
 * on an older one, the newest may have replaced another a moment ago, before the computer that sent it could check what it
 * replaced: that one is in the history of a removed file then, which is never read, and in its author's trash.
 */
export function giveUpThere(service: FakeService, ledger: Ledger, file: { id: string; bytes: Uint8Array }): void {
  const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  ledger.giveUp(textOf(file.bytes));
  if (service.refusesStaleVersions) return;
  for (const { bytes } of service.sights.versionsOf(file.id)) ledger.giveUp(textOf(bytes));
}
