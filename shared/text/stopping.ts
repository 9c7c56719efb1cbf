/** What is said about ending the daemon. */
export const stoppingTexts = {
  about:
    'Asks the daemon of these records to end in order, and waits until its process is gone, so that its program can be replaced. ' +
    'A service or task of the computer that keeps it running is stopped by its own tools.',
  stopped: 'Benchtop has ended.',
  none: 'No Benchtop is running for these records.',
  app: 'The Benchtop that is running is the app. Quit it from its menu.',
  late: (seconds: number) =>
    `Benchtop was asked to end and had not after ${seconds} seconds. It may still be closing a large file; try again in a moment.`,
} as const;
