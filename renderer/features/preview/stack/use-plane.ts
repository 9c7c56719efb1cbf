import { useEffect, useRef, useState } from 'react';

import type { Parser } from '../stores/parser.ts';
import { sentenceOf } from '../parsing/use-parser.ts';
import type { Contrast, DrawnPlane } from '../../../../shared/preview/tiff/plane-drawing.ts';
import type { ColouredChannel } from '../../../../shared/preview/tiff/channel-colours.ts';
import type { PlaneSummary, StackAsks } from './stack-requests.ts';

/** Larger pictures are drawn smaller, in pixels of their longer side. */
const LONGEST = 2048;

/** What is wanted of a stack. */
export interface WantedPlane {
  readonly at: number;
  /** Whether all channels of the place are shown together, in colours. */
  readonly inColours: boolean;
}

interface Shown {
  readonly plane: PlaneSummary;
  readonly drawn: DrawnPlane;
  readonly contrast: Contrast;
  /** The channels that are shown together; empty: one plane is shown. */
  readonly channels: readonly ColouredChannel[];
}

/**
 * Draws the plane that is asked for; the one before stays until then. Of a moving slider only the last place is drawn.
 */
export function usePlane(
  parser: Parser<StackAsks> | null,
  { at, inColours }: WantedPlane,
  onTrouble: (sentence: string) => void,
) {
  // Null: each plane as it is best seen. What a person chose stays for the next ones.
  const [chosen, setContrast] = useState<Contrast | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const wanted = useRef({ at, inColours, chosen });
  const isBusy = useRef(false);
  const unpacked = useRef<Unpacked | null>(null);
  const trouble = useRef(onTrouble);
  useEffect(() => void (trouble.current = onTrouble), [onTrouble]);
  useEffect(() => {
    wanted.current = { at, inColours, chosen };
    if (parser === null || isBusy.current) return;
    isBusy.current = true;
    followWanted(parser, unpacked.current, () => wanted.current, setShown)
      .then(now => void (unpacked.current = now))
      .catch((thrown: unknown) => trouble.current(sentenceOf(thrown)))
      .finally(() => (isBusy.current = false));
  }, [parser, at, inColours, chosen]);
  return {
    plane: shown?.plane ?? null,
    drawn: shown?.drawn ?? null,
    channels: shown?.channels ?? [],
    contrast: chosen ?? shown?.contrast ?? null,
    setContrast,
  };
}

/** The plane that a worker has unpacked. */
interface Unpacked {
  readonly parser: Parser<StackAsks>;
  readonly plane: PlaneSummary;
}

/** Draws what is wanted until nothing else is. @returns what is unpacked by then; null: nothing that is shown. */
async function followWanted(
  parser: Parser<StackAsks>,
  before: Unpacked | null,
  wantedNow: () => WantedPlane & { readonly chosen: Contrast | null },
  show: (shown: Shown) => void,
): Promise<Unpacked | null> {
  let plane = before?.parser === parser ? before.plane : null;
  for (;;) {
    const wanted = wantedNow();
    if (plane?.at !== wanted.at) plane = await parser.ask('plane', { at: wanted.at });
    const contrast = wanted.chosen ?? plane.usual;
    if (wanted.inColours) {
      show({ plane, contrast, ...(await parser.ask('colours', { at: wanted.at, longest: LONGEST })) });
      // The worker has unpacked others since.
      if (wanted === wantedNow()) return null;
      plane = null;
      continue;
    }
    const drawn = await parser.ask('draw', { ...contrast, longest: LONGEST });
    show({ plane, drawn, contrast, channels: [] });
    if (wanted === wantedNow()) return { parser, plane };
  }
}
