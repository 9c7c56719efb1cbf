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
  reason: (until: string | null) => (until === null ? 'Paused, until you resume it.' : `Paused until ${until}.`),
} as const;
