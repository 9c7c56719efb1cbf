import type { AlertSettings } from './model.ts';
import { formatBytes } from '../../text/format.ts';

/** What people are told who do not sit at this computer. Each sentence stands for itself: it is read on a telephone. */
export const alertTexts = {
  signedOut:
    'The service does not accept this computer any more. Nothing is lost, and nothing is sent. Sign in again: benchtop login --service URL --key-stdin < KEYFILE',
  accessEnded:
    'The account of this computer may not use the service any more. Nothing is lost, and nothing is sent. Ask an administrator of the organization, or sign in with another key.',
  keyEndsTitle: 'The key ends soon',
  /** @param day such as 2027-06-30. */
  keyEnds: (day: string) =>
    `The key of this computer stops working on ${day}. Make a new one and give it with: benchtop login --service URL --key-stdin < KEYFILE. Nothing stops meanwhile.`,
  keyEnded: (day: string) =>
    `The key of this computer stopped working on ${day}. Make a new one and give it with: benchtop login --service URL --key-stdin < KEYFILE. Nothing is lost.`,
  diskLow: (path: string, freeBytes: number) =>
    `Only ${formatBytes(freeBytes)} are free on the disk of '${path}'. Make room there; downloads stop when it is full.`,
  guard: (folder: string, items: number) =>
    `${items} removals in '${folder}' wait for somebody's answer. Until then nothing is removed: benchtop guards list`,
  nothingSent: (files: number, hours: number) =>
    `${files === 1 ? 'One file waits' : `${files} files wait`} to be sent, and nothing was sent for more than ${hours} h. Nothing is lost. What keeps them: benchtop waiting`,
  test: 'This is a test. If you can read it, alerts of this computer reach you.',

  notAbsolute: (program: string) =>
    `'${program}' is not a whole path. Name the program from the root on, such as /usr/local/bin/tell-the-lab.`,
  notAnAddress: 'This is not the address of a webhook. It looks like https://alerts.example.org/benchtop.',
  notEncrypted: 'A webhook is told over https; plain http is only for one on this computer.',
  noPrograms: 'This host runs no programs.',

  arrived: 'The message was taken.',
  ended: (code: number | null, said: string) =>
    `The command ended with ${code === null ? 'a signal' : `code ${code}`}${said === '' ? '.' : `: ${said}`}`,
  notStarted: (code: string) => `The command could not be started (${code}). Check its path, and who may run it.`,
  tooSlow: (seconds: number) => `Nothing came of it within ${seconds} s.`,
  refused: (status: number) =>
    status >= 300 && status < 400
      ? `The webhook answered ${status}: it lies somewhere else now. Give its new address.`
      : `The webhook answered ${status}.`,
  unreachable: 'The webhook could not be reached.',

  about: 'What people are told who do not sit at this computer, once when it begins and once when it is solved.',
  none: 'Nobody is told: neither a command nor a webhook is set. Set one with: benchtop alerts set',
  noAlerts: 'Nothing to tell.',
  nothingToSet:
    'Say what to change: a command after --, --webhook-stdin, --no-command, --no-webhook, --timeout, --hours or --low-disk.',
  noAddress: 'No address came on standard input. Write: benchtop alerts set --webhook-stdin < FILE',
  settings: ({
    command,
    webhook,
    timeoutSeconds,
    nothingSentHours,
    lowDiskBytes,
  }: AlertSettings): readonly string[] => [
    `Command: ${command === null ? 'none' : command.map(word => JSON.stringify(word)).join(' ')}`,
    `Webhook: ${webhook === null ? 'none' : `${webhook.origin}/…${webhook.isAuthorized ? ' with an authorization' : ''}`}`,
    `Each try may take ${timeoutSeconds} s. Told when nothing was sent for ${nothingSentHours} h, or less than ${formatBytes(lowDiskBytes)} are free.`,
  ],
  line: (at: string, subject: string, text: string, solvedAt: string | null) =>
    `${at}  ${solvedAt === null ? 'open' : `solved ${solvedAt}`}  ${subject === '' ? '' : `${subject}: `}${text}`,
  tried: (channel: string, text: string) => `${channel}: ${text}`,
} as const;
