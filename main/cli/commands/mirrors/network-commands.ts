import { networkInfo, networkTest } from '../../../../shared/features/settings/network-model.ts';
import { networkTexts } from '../../../../shared/features/settings/network-text.ts';
import { publicFault } from '../../output/public-fault.ts';
import { publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

interface Wanted {
  readonly proxy?: string;
  /** False: `--no-certificates`. */
  readonly certificates?: string | false;
}

/** How the service is reached. */
export const networkRows: readonly Row[] = [
  commandGroup(
    'network',
    'how the service is reached: proxy and certificates',
    'How the service is reached. A change holds from the next request on.',
  ),
  row('network show', {
    help: 'Shows the proxy and the certificates.',
    json: publicFields(networkInfo, 'proxy certificates'),
    call: 'network.get',
    lines: networkTexts.lines,
  }),
  row('network set', {
    help: 'Changes what is named and leaves the rest as it is.',
    options: [
      ['--proxy <address>', 'such as http://proxy.example.org:3128; system: as the environment says; none'],
      ['--certificates <file>', 'trusts the certificates in this file (PEM), too'],
      ['--no-certificates', 'trusts only those of the system'],
    ],
    check: ({ proxy, certificates }: Wanted) => {
      if (proxy === undefined && certificates === undefined) throw new Ending(EXIT.usage, networkTexts.nothing);
    },
    run: async ({ client }, { proxy, certificates }) => {
      const now = await client.call('network.get', null);
      await client.call('network.set', {
        proxy: proxy ?? now.proxy,
        certificates: certificates === undefined ? now.certificates : certificates === false ? null : certificates,
      });
    },
  }),
  row('network test', {
    help: 'Asks the service who is signed in, and says how long that took or what stands in the way.',
    json: publicFields(networkTest, 'service answerMs', { fault: publicFault.nullable() }),
    call: 'network.test',
    lines: networkTexts.result,
    exit: ({ fault }) => (fault === null ? EXIT.ok : EXIT.error),
  }),
];
