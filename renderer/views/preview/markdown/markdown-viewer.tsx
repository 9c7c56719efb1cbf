import { Square, SquareCheck } from 'lucide-react';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentProps, type ReactElement, useMemo, useRef } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

import { markdownTexts as texts, previewTexts } from '../../../../shared/text/preview-pane.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { Button } from '../../../components/button.tsx';
import { HiddenText } from '../../../components/hidden-text.tsx';
import { useParser } from '../parsing/use-parser.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import type { MarkdownAsks, MarkdownSummary } from './markdown-asks.ts';
import styles from './markdown-viewer.module.css';
import frame from '../viewer.module.css';
/** A Markdown document as it reads. Nothing in it loads anything or leads anywhere unasked. */
export function MarkdownViewer({ file, onTrouble, onShowAs }: ViewerProps) {
  const parsed = useParser<MarkdownAsks, MarkdownSummary>(WORKERS.markdown, {
    key: file.address,
    onTrouble,
    begin: async (parser, signal) => {
      const bytes = await file.read([0, file.sizeBytes], signal);
      return parser.ask('open', { bytes }, [bytes.buffer]);
    },
  });
  if (parsed === null) return null;
  return <Page name={file.name} summary={parsed.summary} onShowAsText={() => onShowAs('text')} />;
}

interface PageProps {
  readonly name: string;
  readonly summary: MarkdownSummary;
  readonly onShowAsText: () => void;
}

function Page({ name, summary: { tree, isCut }, onShowAsText }: PageProps) {
  const room = useRef<HTMLDivElement>(null);
  useStartFocus(room);
  const page = useMemo(
    () =>
      // Its types name a global JSX that React has no longer.
      toJsxRuntime(tree, {
        Fragment,
        jsx,
        jsxs,
        components: { a: Link, img: Picture, input: Task, table: Table },
      }) as ReactElement,
    [tree],
  );
  return (
    <div className={frame['viewer']}>
      <div className={styles['bar']}>
        <Button look="quiet" onPress={onShowAsText}>
          {texts.source}
        </Button>
      </div>
      <div
        ref={room}
        className={styles['page']}
        role="document"
        aria-label={texts.label(name)}
        // What scrolls has to be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-region-start
      >
        <article className={styles['text']}>{page}</article>
        {isCut ? <p className={styles['cut']}>{previewTexts.cut}</p> : null}
      </div>
    </div>
  );
}

/** Leads out of the window to the web, with where to; a place in the knowledge base is only named. */
function Link({ href, children }: ComponentProps<'a'>) {
  const isWeb = href !== undefined && /^(https?:|mailto:)/i.test(href) && URL.canParse(href);
  if (!isWeb) return <span title={href?.startsWith('#') === true ? undefined : texts.link}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" title={new URL(href).host || href}>
      {children}
    </a>
  );
}

/** In the place of a picture: pictures of others could tell them who looks. */
function Picture({ alt, src }: ComponentProps<'img'>) {
  const isRemote = src !== undefined && /^https?:/i.test(src);
  return (
    <span className={styles['picture']} title={isRemote ? texts.remote : undefined}>
      {texts.picture(shown(alt ?? ''), isRemote ? '' : shown(fileNameIn(src ?? '')))}
    </span>
  );
}

/** The last part of a path, as people write it. */
function fileNameIn(path: string): string {
  const last = /[^/\\]*$/.exec(path.replace(/[?#].*$/, ''))?.[0] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A task is read, not ticked. */
function Task({ checked }: ComponentProps<'input'>) {
  const Box = checked === true ? SquareCheck : Square;
  return (
    <>
      <Box className={styles['task']} size={16} strokeWidth={1.75} aria-hidden="true" />
      <HiddenText>{checked === true ? texts.done : texts.open}</HiddenText>
    </>
  );
}

/** A wide table scrolls by itself. */
function Table({ children }: ComponentProps<'table'>) {
  return (
    <div className={styles['table']}>
      <table>{children}</table>
    </div>
  );
}
