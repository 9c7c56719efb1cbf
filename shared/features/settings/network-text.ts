import type { NetworkInfo, NetworkTest } from './network-model.ts';
import { ownValue } from '../../own-value.ts';
import { faultLine } from '../../text/faults.ts';
import { formatNumber } from '../../text/format.ts';

const PROXIES: { readonly [name: string]: string } = {
  system: 'as the environment of this computer says',
  none: 'none, directly',
};

/** What is said about how the service is reached. */
export const networkTexts = {
  lines: ({ proxy, certificates }: NetworkInfo): readonly string[] => [
    `Proxy: ${ownValue(PROXIES, proxy) ?? proxy}`,
    `Further certificates: ${certificates ?? 'none'}`,
  ],
  result: ({ service, answerMs, fault }: NetworkTest): readonly string[] => [
    answerMs === null
      ? `${service} did not answer.`
      : `${service} answered after ${formatNumber(Math.round(answerMs))} ms.`,
    ...(fault === null ? ['You are signed in there.'] : [faultLine(fault)]),
  ],
  badProxy: (text: string) =>
    `“${text}” is not the address of a proxy. Write one such as http://proxy.example.org:3128, without a name or password; or system, or none.`,
  noFile: (path: string) => `There is no file of certificates to read at ${path}. Nothing was changed.`,
  noCertificates: (path: string) =>
    `${path} holds no certificate in PEM form (it begins with BEGIN CERTIFICATE). Nothing was changed.`,
  whole: 'Give the whole path of the file, from the top.',
  nothing: 'Say what to change: --proxy, --certificates or --no-certificates.',
} as const;
