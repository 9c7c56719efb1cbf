import { csvTable, type NamedTable } from '../../../../shared/features/organization/report-csv.ts';
import { oversightWindow } from '../../../../shared/features/organization/oversight-window-text.ts';
import type { WiderFile } from '../../../../shared/features/sharing/model.ts';
import { roleName } from '../../../../shared/features/sharing/text.ts';
import { engine } from '../../../state/engine.ts';
import { sharingChanged } from '../../sharing/stores/sharing.ts';
import { organizationSection } from './organization-section.ts';

const words = oversightWindow.report;

/** Every file of the organization that more people can open than its folder. */
export const sharingReport = organizationSection<readonly WiderFile[]>(read);

async function read(): Promise<readonly WiderFile[]> {
  return (await engine.call('sharing.report', {})).files;
}

/** Files that lie in one folder. */
export interface ReportGroup {
  /** Null: in no folder, so that there is none to be shared as. */
  readonly folder: WiderFile['folder'];
  readonly files: readonly WiderFile[];
}

/** The files by the folder they lie in, in the order of the folders' names. */
export function groupsOf(files: readonly WiderFile[]): readonly ReportGroup[] {
  const groups = new Map<string, ReportGroup>();
  for (const file of files) {
    const key = file.folder?.id ?? '';
    const group = groups.get(key) ?? { folder: file.folder, files: [] };
    groups.set(key, { ...group, files: [...group.files, file] });
  }
  const nameOf = ({ folder }: ReportGroup): string => folder?.name ?? '';
  return [...groups.values()].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));
}

/** Takes away what makes these files wider than their folders; one folder after the other, and the report is read again. */
export function narrowFiles(chosen: ReadonlySet<string>): Promise<boolean> {
  let cleared = 0;
  return sharingReport.change(
    'narrow',
    async () => {
      for (const { folder, files } of groupsOf(sharingReport.use.getState().value ?? [])) {
        const ids = files.map(({ id }) => id).filter(id => chosen.has(id));
        if (folder === null || ids.length === 0) continue;
        cleared += (await engine.call('sharing.narrow', { id: folder.id, files: ids })).cleared;
      }
      const left = await read();
      sharingChanged(words.fixed(cleared));
      return left;
    },
    null,
  );
}

/** The report as a table, with a line for each way that makes a file wider. */
export function reportTable(): NamedTable {
  const rows = (sharingReport.use.getState().value ?? []).flatMap(({ id, name, folder, ways }) =>
    ways.map(way => [folder?.name ?? '', name, way.name, roleName(way.role), id]),
  );
  return {
    name: words.fileName(new Date().toISOString().slice(0, 10)),
    text: csvTable(words.tableColumns, rows),
    said: words.saved,
  };
}
