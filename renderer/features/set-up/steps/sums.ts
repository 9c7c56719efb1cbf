import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import type { Comparison, MirrorPreview } from '../../../../shared/features/set-up/model.ts';
import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';

const texts = enterTexts.review;

/** What all folders together will do. */
export interface Sum {
  readonly sentences: readonly string[];
  readonly downBytes: number;
}

/** Adds up what was compared, in sentences; what does not happen is not said, but for what people ask about. */
export function sumOf(previews: readonly MirrorPreview[], mode: MirrorMode): Sum {
  const of = (how: Comparison): { files: number; bytes: number } => ({
    files: previews.reduce((sum, { counts }) => sum + counts[how].files, 0),
    bytes: previews.reduce((sum, { counts }) => sum + counts[how].bytes, 0),
  });
  const isWhole = previews.every(each => each.isWhole);
  const [there, here, alike, different, leftOut] = [
    of('only-there'),
    of('only-here'),
    of('alike'),
    of('different'),
    of('left-out'),
  ];
  const receives = mode !== 'upload';
  const sends = mode !== 'download';
  return {
    downBytes: receives ? there.bytes : 0,
    sentences: [
      receives ? texts.down(there.files, there.bytes, isWhole) : texts.notDown(there.files),
      sends ? texts.up(here.files, here.bytes, isWhole) : texts.stays(here.files),
      ...(alike.files + different.files > 0 ? [texts.compared(alike.files + different.files)] : []),
      ...(different.files > 0 ? [texts.different(different.files)] : []),
      ...(leftOut.files > 0 ? [texts.leftOut(leftOut.files)] : []),
      ...(isWhole ? [] : [texts.notWhole]),
    ],
  };
}
