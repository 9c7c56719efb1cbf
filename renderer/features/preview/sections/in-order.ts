import type { Section } from '../../../../shared/preview/formats/sections.ts';

/** A section where it is shown. */
export interface PlacedSection {
  readonly section: Section;
  /** Whether a press opens it: what is known of a measurement besides its picture. */
  readonly isFolded: boolean;
}

/**
 * Charts and pictures are looked at first, with the choices that change them. What a reader tells before them comes below,
 * facts folded. A file without any is shown as it was read.
 */
export function inOrder(sections: readonly Section[]): readonly PlacedSection[] {
  const first = sections.findIndex(isDrawn);
  if (first === -1) return sections.map(section => ({ section, isFolded: false }));
  const last = sections.findLastIndex(isDrawn);
  const isAbove = ({ is }: Section, at: number): boolean => at < first && is !== 'choice';
  const rest = sections.slice(last + 1);
  const drawn = sections.slice(0, last + 1).filter((section, at) => !isAbove(section, at));
  const above = sections.filter(isAbove);
  const placed = [...drawn, ...rest, ...above];
  return placed.map(section => ({ section, isFolded: section.is === 'facts' }));
}

function isDrawn({ is }: Section): boolean {
  return is === 'chart' || is === 'picture';
}
