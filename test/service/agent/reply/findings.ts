import type { Analysis } from '../tables/analysis.ts';
import type { FoundFile } from '../words/conversation.ts';
import type { Draft } from './protocol.ts';
import type { Passage, Summary } from './summary.ts';
import type { NamedFile, Taken } from '../request/take.ts';

/** A hit of the search, with what its text says about the words. */
export interface Hit extends FoundFile {
  readonly passages: readonly Passage[];
  readonly isPicture: boolean;
}

/** A given file with which nothing could be done, and why. */
export interface Unread {
  readonly fileId: string;
  readonly fileName: string;
  readonly why: string;
}

/** What the steps of a job have found so far. Plain values only: a job may be kept as JSON between two steps. */
export interface Findings {
  readonly unread: readonly Unread[];
  /** Null as long as nothing was searched. */
  readonly hits: readonly Hit[] | null;
  readonly analyses: readonly Analysis[];
  readonly summaries: readonly Summary[];
  readonly protocol: Draft | null;
  /** The words of the topic that stand in the names or titles of the sources that were found. */
  readonly heldWords: readonly string[];
  /** Files about the topic of the draft that gave none of its lines. */
  readonly otherSources: readonly NamedFile[];
  /** Null as long as no file was looked for; then the work is done with these. */
  readonly taken: Taken | null;
}

export const NO_FINDINGS: Findings = {
  unread: [],
  hits: null,
  analyses: [],
  summaries: [],
  protocol: null,
  heldWords: [],
  otherSources: [],
  taken: null,
};
