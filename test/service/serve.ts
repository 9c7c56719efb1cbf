import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { LocalServiceOptions } from './local-service.ts';

const USAGE =
  'Usage: npm run -s service -- --port N --data DIR [--sample] [--sample-size FILES [--sample-small]] [--faults]';

/** The options of the command line, or a sentence saying what is wrong with it. */
function optionsFrom(args: readonly string[]): LocalServiceOptions | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        sample: { type: 'boolean', default: false },
        'sample-size': { type: 'string' },
        'sample-small': { type: 'boolean', default: false },
        faults: { type: 'boolean', default: false },
      },
    });
    const port = /^\d{1,5}$/.test(values.port ?? '') ? Number(values.port) : Number.NaN;
    if (!(port >= 0 && port <= 65_534)) return 'The port must be a number from 0 to 65534; 0 takes a free one.';
    if (values.data === undefined || values.data === '') return 'Say with --data in which folder the data are kept.';
    // npm changes into the project's folder; relative paths count from where the caller stands.
    const folder = resolve(process.env['INIT_CWD'] ?? process.cwd(), values.data);
    const { sample, faults } = values;
    const size = values['sample-size'];
    if (size === undefined) return { port, folder, sample, faults };
    const sampleSize = /^\d{1,7}$/.test(size) ? Number(size) : Number.NaN;
    if (!(sampleSize >= 1 && sampleSize <= 1_000_000)) return 'The sample size must be a number from 1 to 1000000.';
    return { port, folder, sample, faults, sampleSize, sampleSmall: values['sample-small'] };
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  try {
    // Loaded only now, so that a wrong option is answered at once.
    const { startLocalService } = await import('./local-service.ts');
    const service = await startLocalService(options);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void service.close());
    process.stdout.write(`${JSON.stringify({ ready: true, baseUrl: service.baseUrl, users: service.users })}\n`);
  } catch (thrown) {
    process.stderr.write(
      `The local service could not start: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`,
    );
    process.exitCode = 1;
  }
}

await main();
