import { Download, FileSearch } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { OrganizationFile } from '../../../shared/features/organization/model.ts';
import { formatBytes, formatMoment } from '../../../shared/text/format.ts';
import { organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { useNow } from '../../state/clock.ts';
import { findFiles, MORE_FILES, readFiles, saveFilesTable, stopReadingFiles, useAllFiles } from './stores/all-files.ts';
import { members } from './stores/people.ts';
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
  const [typed, type] = useState(search);
  const text =
    search === '' ? words.filesShown(files.length, total) : words.filesFound(files.length, isWhole && !isReading);
  return (
    <div className={styles['tools']}>
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
      <span className={layout['soft']}>
        {isReading ? words.looking(pages * MORE_FILES, total) : pages === 0 ? '' : text}
      </span>
      {isReading ? (
        <Button onPress={stopReadingFiles}>{words.stop}</Button>
      ) : (
        <Button look="quiet" onPress={() => void findFiles(search)}>
          {words.checkNow}
        </Button>
      )}
      <Button isDisabled={isReading || pages === 0} onPress={() => void saveFilesTable()}>
        <Download size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.saveTable}
      </Button>
    </div>
  );
}

function Table({ files }: { readonly files: readonly OrganizationFile[] }) {
  const { columns } = words;
  const nowMs = useNow(MINUTE);
  const people = members.use(({ value }) => value);
  const ownerOf = (id: number | null) =>
    id === null ? '' : (people?.find(({ userId }) => userId === id)?.name ?? words.person(id));
  return (
    <table className={styles['table']} aria-label={words.filesLabel}>
      <thead>
        <tr>
          {Object.entries(columns).map(([key, label]) => (
            <th scope="col" key={key}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {files.map(({ id, name, sizeBytes, visibility, owner, updatedAt }) => (
          <tr key={id}>
            <td className={styles['main']}>
              <bdi>{shown(name)}</bdi>
            </td>
            <td className={styles['number']}>{sizeBytes === null ? '' : formatBytes(sizeBytes)}</td>
            <td>{shown(visibility ?? '')}</td>
            <td>{shown(ownerOf(owner))}</td>
            <td className={styles['number']}>{updatedAt === null ? '' : formatMoment(Date.parse(updatedAt), nowMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
