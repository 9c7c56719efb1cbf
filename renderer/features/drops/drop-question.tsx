import { formatBytes } from '../../../shared/text/format.ts';
import { dropTexts } from '../../../shared/features/drops/text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { agree, type Dropping, stop } from './stores/dropping.ts';
import styles from './drop-question.module.css';

/** Names that are listed; the others are counted. */
const SHOWN = 5;

/** Says what adding will do, before it is done. */
export function DropQuestion({ plan, wish, collection, isDrafts }: Extract<Dropping, { name: 'asking' }>) {
  const { folder, where, renamed, refused, roomBytes } = plan;
  return (
    <Question
      title={dropTexts.title(wish.files, formatBytes(wish.sizeBytes), folder)}
      fault={null}
      yes={dropTexts.yes(wish.files)}
      canAnswer={roomBytes === null}
      isBusy={false}
      isWide
      onYes={() => void agree()}
      onClose={stop}
    >
      {roomBytes === null ? null : (
        <Notice tone="alert">
          <span>{dropTexts.noRoom(roomBytes, wish.sizeBytes)}</span>
        </Notice>
      )}
      {refused.map(one => (
        <Notice key={one.ending} tone="wait">
          <span>{dropTexts.refused(one)}</span>
        </Notice>
      ))}
      {isDrafts ? <p>{dropTexts.drafts.what(folder)}</p> : null}
      <p>{`${where === 'here' ? dropTexts.here : dropTexts.service} ${dropTexts.nothingReplaced}`}</p>
      <ul className={styles['list']}>
        {wish.tops.slice(0, SHOWN).map(({ name, kind }) => (
          <li key={name}>{shown(kind === 'folder' ? dropTexts.folder(name, inside(collection, name)) : name)}</li>
        ))}
        {wish.tops.length > SHOWN ? <li>{dropTexts.more(wish.tops.length - SHOWN)}</li> : null}
      </ul>
      {renamed.length === 0 ? null : (
        <ul className={styles['facts']}>
          {renamed.slice(0, SHOWN).map(one => (
            <li key={one.from}>{shown(dropTexts.renamed(one))}</li>
          ))}
          {renamed.length > SHOWN ? <li>{dropTexts.moreRenamed(renamed.length - SHOWN)}</li> : null}
        </ul>
      )}
    </Question>
  );
}

function inside({ files }: Extract<Dropping, { name: 'asking' }>['collection'], top: string): number {
  return files.filter(({ path }) => path[0] === top).length;
}
