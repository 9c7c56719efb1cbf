import type { Origin, Take } from '../../../../shared/diff/choice.ts';
import {
  choosableParts,
  type Comparison,
  type Joined,
  joinVersions,
  type Versions,
  type Wish,
} from '../../../../shared/diff/comparison.ts';
import { compareRead } from '../../../../shared/diff/read-comparison.ts';
import type { ReadVersions } from '../../../../shared/diff/read-versions.ts';
import { type ComparisonView, viewOf } from '../../../../shared/diff/view.ts';

/** The questions to a comparing worker: compare, show another page, join what was chosen. */
export type ComparingQuestion =
  | {
      readonly number: number;
      readonly ask: 'compare';
      readonly versions: Versions;
      readonly wish: Wish;
      readonly read?: ReadVersions;
    }
  /** Of TIFF files, one plane of each. Only the worker that reads files answers it. */
  | { readonly number: number; readonly ask: 'plane'; readonly at: number }
  | { readonly number: number; readonly ask: 'show'; readonly page: number }
  | { readonly number: number; readonly ask: 'join'; readonly choices: readonly (readonly [number, Take])[] };

/** A comparison as the window gets it: what is shown, and who made each difference that can be chosen, shown or not. */
export interface Compared {
  readonly view: ComparisonView;
  readonly origins: ReadonlyMap<number, Origin>;
}

/** A plane of both versions as pictures; null: that version has no such plane. */
export interface PlanePictures {
  readonly mine: Blob | null;
  readonly theirs: Blob | null;
}

export type ComparingAnswer = { readonly number: number } & (
  | { readonly compared: Compared }
  | { readonly view: ComparisonView }
  | { readonly joined: Joined }
  | { readonly planes: PlanePictures }
  | { readonly broke: string }
);

/** Answers questions about one comparison after the other; the last one that was compared is the one that is joined. */
export function answerComparing(): (question: ComparingQuestion) => ComparingAnswer {
  let comparison: Comparison = { kind: 'same' };
  return question => {
    const { number } = question;
    try {
      if (question.ask === 'join') return { number, joined: joinVersions(comparison, new Map(question.choices)) };
      if (question.ask === 'show') return { number, view: viewOf(comparison, question.page) };
      if (question.ask === 'plane') return { number, broke: 'no planes here' };
      comparison = compareRead(question.versions, question.wish, question.read);
      const origins = new Map(choosableParts(comparison).map(({ id, origin }) => [id, origin]));
      return { number, compared: { view: viewOf(comparison), origins } };
    } catch (thrown) {
      return { number, broke: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  };
}
