import { type ComponentProps, lazy, Suspense, useState } from 'react';

import { type OutsideAddress, outsideAddress } from '../../../shared/outside-address.ts';
import { chatWindow } from '../../../shared/features/chat/window-text.ts';
import { csvText, tsvText } from '../../../shared/text/csv.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { CopyButton } from '../../components/feedback/copy-button.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { saveText } from '../../components/save-text.ts';
import { rowsIn, textIn } from '../../markdown/markdown-nodes.ts';
import type { MarkdownParts, PartProps } from '../../markdown/markdown-tree.tsx';
import { saveTable } from './stores/saving-view.ts';
import { useConversation } from './stores/conversation.ts';
import { askToLeave, useOutside } from './stores/outside.ts';
import { announce } from '../../state/announcements.ts';
import { showToast } from '../../state/toast.ts';
import { FileChip } from './files/file-chip.tsx';
import styles from './markdown-parts.module.css';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import tableSheetStyles from './table-sheet.module.css';

const words = chatWindow.table;

/** Loaded with the first picture of a table. */
const PictureSheet = lazy(async () => ({ default: (await import('./picture-sheet.tsx')).PictureSheet }));

/** Leads out of the window, once the person agreed to its host; the host is shown, not the link's own text alone. */
function Link({ href, title, children, node }: PartProps<'a'>) {
  const address = href === undefined ? null : outsideAddress(href);
  if (address === null) return <span title={title}>{children}</span>;
  return <Outside address={address} label={node === undefined ? '' : textIn(node).trim()} />;
}

/** A link, with where it leads wherever it calls itself otherwise. */
function Outside({ address: { url, host }, label }: { readonly address: OutsideAddress; readonly label: string }) {
  const place = host ?? new URL(url).pathname;
  const isAllowed = useOutside(({ hosts }) => hosts.has(place));
  const text = shownName(label === '' ? place : label);
  const isSaid = text === place || text === url;
  return (
    <span className={styles['outside']}>
      {isAllowed ? (
        <OutsideLink href={url} label={text} />
      ) : (
        <Button look="quiet" onPress={() => askToLeave(url)}>
          {text}
        </Button>
      )}
      {isSaid ? null : <span className={styles['host']}>{`(${shownName(place)})`}</span>}
    </span>
  );
}

/** In the place of a picture that is elsewhere: a link to it. Nothing is loaded. */
function Picture({ alt, src }: PartProps<'img'>) {
  const address = src === undefined ? null : outsideAddress(src);
  const text = chatWindow.outside.picture((alt ?? '').replaceAll(/\s+/g, ' ').trim());
  return address === null ? <span className={styles['host']}>{text}</span> : <Outside address={address} label={text} />;
}

/** A file that is named by its id is a chip; other spans are what they are. */
function Span({ 'data-file': file, node, children, className }: PartProps<'span'> & { readonly 'data-file'?: string }) {
  if (file === undefined) return <span className={className}>{children}</span>;
  return <FileChip id={file} name={node === undefined ? '' : textIn(node)} />;
}

/** A table scrolls by itself, and can be taken along. */
function Table({ children, node }: PartProps<'table'>) {
  const [isOpen, setOpen] = useState(false);
  const [isPicture, setPicture] = useState(false);
  const task = useConversation(state => state.task?.id ?? null);
  const rows = node === undefined ? [] : rowsIn(node);
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const save = () => {
    saveText(words.fileName, 'text/csv;charset=utf-8', csvText(rows));
    showToast(words.saved(words.fileName));
  };
  return (
    <div className={styles['table']}>
      {/* What scrolls has to be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['scroll']} role="group" aria-label={words.label} tabIndex={0}>
        <table>{children}</table>
      </div>
      <div className={styles['bar']}>
        <span>{words.size(Math.max(0, rows.length - 1), columns)}</span>
        <CopyButton
          text={tsvText(rows)}
          label={words.copy}
          done={chatWindow.reply.copied}
          failed={chatWindow.reply.notCopied}
          onSaid={announce}
        />
        <Button look="quiet" onPress={() => setOpen(true)}>
          {words.open}
        </Button>
        {hasNumbers(rows) ? (
          <Button look="quiet" onPress={() => setPicture(true)}>
            {words.picture}
          </Button>
        ) : null}
        <Button look="quiet" onPress={save}>
          {words.save}
        </Button>
        {task === null ? null : (
          <Button look="quiet" onPress={() => saveTable(task, words.fileName, csvText(rows))}>
            {words.keep}
          </Button>
        )}
      </div>
      {isOpen ? <TableSheet rows={rows} onSave={save} onClose={() => setOpen(false)} /> : null}
      {isPicture ? (
        <Suspense fallback={null}>
          <PictureSheet rows={rows} task={task} onClose={() => setPicture(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Whether a table may have something to draw. */
function hasNumbers([, ...rows]: readonly (readonly string[])[]): boolean {
  return rows.length > 1 && rows.some(cells => cells.some(cell => /^\s*[-+−]?[\d.,\s]*\d/.test(cell)));
}

/** Code, which can be copied. */
function Code({ children, node }: PartProps<'pre'>) {
  return (
    <div className={styles['code']}>
      {/* What scrolls has to be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>{children}</pre>
      <div className={styles['bar']}>
        <CopyButton
          text={node === undefined ? '' : textIn(node)}
          label={chatWindow.code.copy}
          done={chatWindow.reply.copied}
          failed={chatWindow.reply.notCopied}
          onSaid={announce}
        />
      </div>
    </div>
  );
}

/** Headings inside a message stand below the heading of the message. */
const heading = (level: 4 | 5 | 6) =>
  function Heading({ children }: ComponentProps<'h4'>) {
    const Tag = `h${level}` as const;
    return <Tag>{children}</Tag>;
  };

/** How conversations draw what previews draw otherwise. */
export const PARTS: MarkdownParts = {
  a: Link,
  img: Picture,
  span: Span,
  table: Table,
  pre: Code,
  h1: heading(4),
  h2: heading(5),
  h3: heading(6),
  h4: heading(6),
  h5: heading(6),
};

/** More rows at once would be slow to lay out. */
const MOST_ROWS = 1000;

interface TableSheetProps {
  /** The heading first. */
  readonly rows: readonly (readonly string[])[];
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** A table of a reply over the window, where there is more room for it. */
function TableSheet({ rows, onSave, onClose }: TableSheetProps) {
  const [head = [], ...body] = rows;
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  return (
    <Dialog
      title={words.label}
      size="wide"
      isOpen
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onSave}>{words.save}</Button>
          <Button isFirst onPress={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      {body.length > MOST_ROWS ? <Notice tone="rest">{words.tooMany(MOST_ROWS)}</Notice> : null}
      {/* What scrolls has to be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        className={tableSheetStyles['scroll']}
        role="group"
        aria-label={words.size(body.length, columns)}
        tabIndex={0}
      >
        <table className={tableSheetStyles['table']}>
          <thead>
            <tr>
              {head.map((cell, at) => (
                // Columns have no name of their own that would tell them apart.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={at} scope="col" dir="auto">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, MOST_ROWS).map((cells, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                {cells.map((cell, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
