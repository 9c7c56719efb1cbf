import { Download, FileSearch } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { OrganizationFile } from '../../../shared/features/organization/model.ts';
import { accessText } from '../../../shared/features/sharing/access-text.ts';
import { formatBytes, formatMoment } from '../../../shared/text/format.ts';
import { organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { Amount } from '../../components/feedback/progress-bar.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { useNow } from '../../state/clock.ts';
import {
  findFiles,
  MORE_FILES,
  readFiles,
  filesTable,
  stopReadingFiles,
  useAllFiles,
  useFilesExport,
} from './stores/all-files.ts';
import { useFileFacts } from './stores/file-facts.ts';
import { showInFiles } from '../browse/stores/show-in-files.ts';
import { memberName, members } from './stores/people.ts';
import { saveTable } from './section/save-table.ts';
import styles from './section/section.module.css';
import { Page, useKnowing } from './section/section-state.tsx';
import layout from '../../components/layout/layout.module.css';

/** All files of the organization, for its owners and admins. */
export function FilesTab() {
  useKnowing(members);
  const { files, isWhole, isReading, fault, search } = useAllFiles();
  useEffect(() => {
    const now = useAllFiles.getState();
    if (now.pages === 0) void findFiles(now.search);
    return stopReadingFiles;
  }, []);
  return (
    <Page>
      <p className={layout['soft']}>{words.filesAbout}</p>
      <Tools />
      {fault === null ? null : (
        <FaultNotice
          fault={fault}
          saidTitle={words.said}
          again={{ label: words.again, onPress: () => void readFiles(MORE_FILES) }}
        />
      )}
      {files.length > 0 ? <Table files={files} /> : null}
      {files.length === 0 && isWhole ? (
        <EmptyState icon={FileSearch} title={search === '' ? words.filesNone : words.filesNoneFit} />
      ) : null}
      {files.length === 0 && isReading && search === '' ? <p className={layout['soft']}>{words.reading}</p> : null}
      {isWhole || fault !== null ? null : (
        <div>
          <Button onPress={() => void readFiles(MORE_FILES)}>{words.filesMore}</Button>
        </div>
      )}
    </Page>
  );
}

/** What is searched for, how far that is, and saving. */
function Tools() {
  const { search, files, pages, total, isWhole, isReading } = useAllFiles();
  const coming = useFilesExport();
  const isBusy = isReading || coming.all !== null;
  const [typed, type] = useState(search);
  const text =
    search === '' ? words.filesShown(files.length, total) : words.filesFound(files.length, isWhole && !isReading);
  return (
    <div className={layout['toolbar']}>
      <form
        className={styles['grow']}
        onSubmit={event => {
          event.preventDefault();
          void findFiles(typed.trim());
        }}
      >
        <SearchField
          label={words.filesFind}
          clearLabel={words.clear}
          value={typed}
          onChange={next => {
            type(next);
            if (next === '') void findFiles('');
          }}
        />
      </form>
      <Button isDisabled={typed.trim() === search} onPress={() => void findFiles(typed.trim())}>
        {words.find}
      </Button>
      {coming.all === null ? (
        <span className={layout['soft']}>
          {isReading ? words.looking(pages * MORE_FILES, total) : pages === 0 ? '' : text}
        </span>
      ) : (
        <Amount
          label={words.saveTable}
          done={coming.done}
          all={coming.all}
          text={words.asked(coming.done, coming.all)}
        />
      )}
      {isBusy ? (
        <Button onPress={stopReadingFiles}>{words.stop}</Button>
      ) : (
        <Button look="quiet" onPress={() => void findFiles(search)}>
          {words.checkNow}
        </Button>
      )}
      <Button
        isDisabled={isBusy || pages === 0}
        onPress={() => void filesTable(owner => memberName(members.use.getState().value, owner) ?? '').then(saveTable)}
      >
        <Download size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.saveTable}
      </Button>
    </div>
  );
}

function Table({ files }: { readonly files: readonly OrganizationFile[] }) {
  const nowMs = useNow(MINUTE);
  const people = members.use(({ value }) => value);
  const ownerOf = (id: number | null) => (id === null ? '' : (memberName(people, id) ?? words.unnamed));
  return (
    <table className={styles['table']} aria-label={words.filesLabel}>
      <thead>
        <tr>
          {Object.entries(words.columns).map(([key, label]) => (
            <th scope="col" className={key === 'size' ? styles['size'] : undefined} key={key}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {files.map(file => {
          const { id, sizeBytes, owner, updatedAt } = file;
          return (
            <tr key={id}>
              <td className={styles['main']}>
                <NameAndPlace file={file} />
              </td>
              <td>
                <Readers id={id} />
              </td>
              <td>{shownName(ownerOf(owner))}</td>
              <td className={styles['size']}>{sizeBytes === null ? '' : formatBytes(sizeBytes)}</td>
              <td className={styles['number']}>
                {updatedAt === null ? '' : formatMoment(Date.parse(updatedAt), nowMs)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The one list without names: another one each time would draw the line for ever. */
const NOWHERE: readonly string[] = [];

function NameAndPlace({ file: { id, name, folder } }: { readonly file: OrganizationFile }) {
  const names = useFileFacts(({ places }) => (folder === null ? NOWHERE : places.get(folder)));
  const place =
    names === undefined
      ? words.readersAsked
      : names === null
        ? words.placeUntold
        : names.length === 0
          ? words.loosePlace
          : names.map(shownName).join(' / ');
  return (
    <span className={styles['thing']}>
      <Button look="quiet" label={words.openFile(shownName(name))} onPress={() => void showInFiles(id)}>
        <bdi>{shownName(name)}</bdi>
      </Button>
      <bdi className={layout['soft']}>{place}</bdi>
    </span>
  );
}

/** Who can really open a file: by its own entries and by those of the folders above. */
function Readers({ id }: { readonly id: string }) {
  const brief = useFileFacts(({ readers }) => readers.get(id));
  if (brief === undefined) return <span>{words.readersAsked}</span>;
  if (brief === null) return <span>{words.readersUntold}</span>;
  const { label, meaning } = accessText(brief);
  return <span title={shownName(meaning)}>{label}</span>;
}
