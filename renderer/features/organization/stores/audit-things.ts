import { create } from 'zustand';

import { auditKind } from '../../../../shared/features/organization/audit-text.ts';
import type { AuditLine } from '../../../../shared/features/organization/oversight-model.ts';
import { isUuid } from '../../../../shared/ids.ts';
import { engine } from '../../../state/engine.ts';
import { faultIn } from '../../../state/reading/section.ts';

/** Things that are asked about together. */
const AT_ONCE = 50;

interface AuditThings {
  /** Files and folders that lines of the audit log are about, by their ids; null: no name is known. */
  readonly names: ReadonlyMap<string, string | null>;
  /** Of these, files that were removed: there is nothing to open. */
  readonly removed: ReadonlySet<string>;
}

export const useAuditThings = create<AuditThings>(() => ({ names: new Map(), removed: new Set() }));

/** Asks what the things of these lines are called, as far as that is not known. */
export async function nameThings(lines: readonly AuditLine[]): Promise<void> {
  const { names } = useAuditThings.getState();
  const idsOf = (kind: 'file' | 'folder') => [
    ...new Set(
      lines.flatMap(({ action, target }) =>
        target !== null && isUuid(target) && !names.has(target) && auditKind(action) === kind ? [target] : [],
      ),
    ),
  ];
  const [files, folders] = [idsOf('file'), idsOf('folder')];
  for (let at = 0; at < Math.max(files.length, folders.length); at += AT_ONCE) {
    const asked = { files: files.slice(at, at + AT_ONCE), folders: folders.slice(at, at + AT_ONCE) };
    const fault = await faultIn(async () => {
      const found = await engine.call('organization.things', asked);
      const fresh = new Map<string, string | null>([...asked.files, ...asked.folders].map(id => [id, null]));
      for (const { id, name } of found.files) fresh.set(id, name);
      for (const { id, names: path } of found.folders) if (fresh.has(id)) fresh.set(id, path.join(' / '));
      const removed = found.files.flatMap(({ id, isRemoved }) => (isRemoved ? [id] : []));
      useAuditThings.setState(old => ({
        names: new Map([...old.names, ...fresh]),
        removed: new Set([...old.removed, ...removed]),
      }));
    });
    if (fault !== null) return;
  }
}

/** Nothing of it is kept. */
export function forgetThings(): void {
  useAuditThings.setState({ names: new Map(), removed: new Set() });
}
