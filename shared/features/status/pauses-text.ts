const CAUSES: { readonly [why: string]: string } = {
  battery: ' while this computer runs on its battery',
  metered: ' while the connection costs by the byte',
};

/** Why something is paused, to be put behind `paused`; empty when a person wanted it. */
export function pauseCause(why: string): string {
  return CAUSES[why] ?? '';
}

/** What is said about pauses. */
export const pauseTexts = {
  over: 'That moment is over. Give one that is still to come.',
  allPaused: 'Everything is paused, so this mirror alone cannot go on. Resume everything: benchtop resume',
  unknownMirror: (id: string, known: readonly string[]) =>
    `There is no mirror '${id}'.${known.length === 0 ? '' : ` There are: ${known.join(', ')}.`}`,
  /** @param until as the clock on the wall shows it; null: without an end. */
  paused: (mirror: string | null, until: string | null) =>
    `${mirror === null ? 'Paused' : `Mirror ${mirror} is paused`}${until === null ? '' : ` until ${until}`}. ` +
    `To go on${until === null ? '' : ' before'}: benchtop resume${mirror === null ? '' : ` ${mirror}`}`,
  resumed: 'Resumed.',
  resumedAlone: 'Resumed. No daemon is running: nothing syncs until one does, or until sync --once.',
  reason: (until: string | null, why: string) => {
    if (pauseCause(why) !== '') return `Paused${pauseCause(why)}.`;
    return until === null ? 'Paused, until you resume it.' : `Paused until ${until}.`;
  },
  stillPaused: (why: string) =>
    `Resumed, but nothing goes on${pauseCause(why)}, as you set it. To go on all the same: ` +
    `benchtop config set ${why === 'battery' ? 'onBattery' : 'onMetered'} go-on`,
} as const;
