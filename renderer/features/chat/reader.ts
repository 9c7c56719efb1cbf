// The address of the worker as the build names it; no module of ours has it as its default export.
// oxlint-disable-next-line import/default
import address from '../../markdown/markdown.worker.ts?worker&url';
import { useEffect, useState } from 'react';

import type { MarkdownSummary } from '../../markdown/markdown-requests.ts';
import { MarkdownReader } from '../../markdown/markdown-reader.ts';
import { startWorker } from '../../state/start-worker.ts';

/** One for all conversations, as long as chat is on show. */
let reader: MarkdownReader | null = null;

function sharedReader(): MarkdownReader {
  reader ??= new MarkdownReader(() => startWorker(address));
  return reader;
}

/** No conversation is shown any more. */
export function endReader(): void {
  reader?.end();
  reader = null;
}

/** Reads texts that will soon be in sight, so that they are laid out when they come. Returns what ends it. */
export function readAhead(texts: readonly string[]): () => void {
  const leaving = new AbortController();
  for (const text of texts) if (text !== '') void sharedReader().read(text, leaving.signal);
  return () => leaving.abort();
}

/** A text as it reads; undefined while it is being read, null when it cannot be. */
export function useMarkdown(text: string): MarkdownSummary | null | undefined {
  const [read, setRead] = useState<{ readonly text: string; readonly summary: MarkdownSummary | null } | null>(null);
  const known = sharedReader().known(text);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (isKnown) return;
    const leaving = new AbortController();
    void sharedReader()
      .read(text, leaving.signal)
      .then(summary => (leaving.signal.aborted ? undefined : setRead({ text, summary })));
    return () => leaving.abort();
  }, [text, isKnown]);
  return known === undefined && read?.text === text ? read.summary : known;
}
