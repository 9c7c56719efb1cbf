import { create } from 'zustand';

import { auditKind } from '../../../../shared/features/organization/audit-text.ts';
import type { AuditLine } from '../../../../shared/features/organization/oversight-model.ts';
import { isUuid } from '../../../../shared/ids.ts';
import { engine } from '../../../state/engine.ts';
import { faultIn } from '../../../state/reading/section.ts';

/** Things that are asked about together. */
const AT_ONCE = 50;

/** Files and folders that lines of the audit log are about, by their ids; null: the service tells no name. */
export const useAuditThings = create<{ readonly names: ReadonlyMap<string, string | null> }>(() => ({
  names: new Map(),
}));

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
      useAuditThings.setState(old => ({ names: new Map([...old.names, ...fresh]) }));
    });
    if (fault !== null) return;
  }
}

/** Nothing of it is kept. */
export function forgetThings(): void {
  useAuditThings.setState({ names: new Map() });
}
