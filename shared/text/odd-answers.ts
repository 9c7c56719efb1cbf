/** Why an answer of the service was not acted upon: whole sentences. */
export const oddAnswers = {
  elsewhere: 'The answer was about something else.',
  notNew: 'What it calls new is something that was there before.',
  twice: 'It gave one place to several new files, and none of them was sent there.',
  othersName: 'It gave the place of one new file to another one.',
  noVersion: 'It did not say which version it made of what was sent.',
  nothing: 'It did not say where the file goes.',
  count: (asked: number, answered: number): string => `It was asked about ${asked} files and answered for ${answered}.`,
  address: 'It gave an address that another file was sent to, and nothing was sent there.',
  name: (name: string): string =>
    `It calls the file that was sent '${name}', a name that is not used on this computer.`,
  otherBytes: (sent: number, there: number): string => `Of ${sent} bytes that were sent it has ${there}, and others.`,
} as const;
