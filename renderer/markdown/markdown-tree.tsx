import type { Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { Square, SquareCheck } from 'lucide-react';
import { type ComponentProps, type ReactElement, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

import { markdownTexts as texts } from '../../shared/text/preview-pane.ts';
import { shown } from '../../shared/text/shown-name.ts';
import { HiddenText } from '../components/hidden-text.tsx';
import styles from './markdown-tree.module.css';

/** A document that was read, as it reads. Nothing in it loads anything or leads anywhere unasked. */
export function MarkdownTree({ tree }: { readonly tree: Root }) {
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
  return <article className={styles['text']}>{page}</article>;
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
