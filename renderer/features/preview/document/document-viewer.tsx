import { type ReactNode, useRef } from 'react';

import { documentTexts as texts } from '../../../../shared/features/preview/files-text.ts';
import { markdownTexts } from '../../../../shared/features/preview/pane-text.ts';
import prose from '../../../markdown/markdown-tree.module.css';
import { classes } from '../../../components/classes.ts';
import layout from '../../../components/layout/layout.module.css';
import page from '../markdown/markdown-viewer.module.css';
import { useParser } from '../parsing/use-parser.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import type {
  DocumentBlock,
  DocumentCell,
  DocumentRun,
  DocumentSummary,
} from '../../../../shared/preview/office/document.ts';
import type { DocumentAsks } from './document-requests.ts';
import styles from './document-viewer.module.css';

/** The text of a document: Word, slides, rich text or a mail. How its pages look is for the program that made it. */
export function DocumentViewer({ file, onTrouble }: ViewerProps) {
  const parsed = useParser<DocumentAsks, DocumentSummary>(WORKERS.document, {
    key: file.address,
    onTrouble,
    begin: async (parser, signal) => {
      const bytes = await file.read([0, file.sizeBytes], signal);
      return parser.ask('open', { bytes, name: file.name }, [bytes.buffer]);
    },
  });
  return parsed === null ? null : <Page name={file.name} summary={parsed.summary} />;
}

function Page({ name, summary }: { readonly name: string; readonly summary: DocumentSummary }) {
  const room = useRef<HTMLDivElement>(null);
  useStartFocus(room);
  const { blocks, isCut } = summary;
  return (
    <div className={layout['column']}>
      <p className={styles['note']}>{texts.note}</p>
      <div
        ref={room}
        className={classes(layout['scrolls'], page['page'])}
        role="document"
        aria-label={markdownTexts.label(name)}
        // What scrolls has to be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-region-start
      >
        <article className={prose['text']}>
          {blocks.length === 0 ? <p>{texts.empty}</p> : null}
          {blocks.map((block, at) => (
            // Blocks never change their places.
            // oxlint-disable-next-line react/no-array-index-key
            <Block key={at} block={block} />
          ))}
        </article>
        {isCut ? <p className={page['cut']}>{texts.cut}</p> : null}
      </div>
    </div>
  );
}

function Block({ block }: { readonly block: DocumentBlock }) {
  switch (block.is) {
    case 'heading': {
      const Heading = (['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const)[block.level - 1] ?? 'h6';
      return (
        <Heading>
          <Runs runs={block.runs} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p className={styles['lines']}>
          <Runs runs={block.runs} />
        </p>
      );
    case 'point':
      return (
        <p className={styles['point']} data-level={block.level}>
          <span className={styles['mark']}>{block.mark}</span>
          <span className={styles['lines']}>
            <Runs runs={block.runs} />
          </span>
        </p>
      );
    case 'picture':
      return (
        <p>
          <span className={prose['picture']}>{markdownTexts.picture(block.text)}</span>
        </p>
      );
    case 'table':
      return <Table rows={block.rows} />;
  }
}

/** A wide table scrolls by itself. */
function Table({ rows }: { readonly rows: readonly (readonly DocumentCell[])[] }) {
  return (
    <div className={prose['table']}>
      <table>
        <tbody>
          {rows.map((cells, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {cells.map(({ runs, across }, place) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={place} className={styles['lines']} colSpan={across}>
                  <Runs runs={runs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Runs({ runs }: { readonly runs: readonly DocumentRun[] }): ReactNode {
  return runs.map((run, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Run key={at} run={run} />
  ));
}

function Run({ run: { text, isBold, isItalic, place } }: { readonly run: DocumentRun }): ReactNode {
  const placed = place === 'super' ? <sup>{text}</sup> : place === 'sub' ? <sub>{text}</sub> : text;
  const slanted = isItalic ? <em>{placed}</em> : placed;
  return isBold ? <strong>{slanted}</strong> : slanted;
}
