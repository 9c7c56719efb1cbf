import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { generate } from 'orval';

/** A function as the generator writes it: values of the path, query, body and at last the options of `fetch`. */
export type Generated = (...values: readonly unknown[]) => Promise<{ readonly status: number; readonly data: unknown }>;

export interface GeneratedClient {
  /** Where it was written. */
  readonly file: string;
  readonly functions: { readonly [name: string]: Generated };
  remove(): Promise<void>;
}

/** Below the project, so that the generated code finds its packages; `out` is never committed. */
const OUT = fileURLToPath(new URL('../../../out', import.meta.url));

/**
 * Generates a client from the document a running service serves. Each of its functions checks what the service answers
 * against schemas that were drawn from the document as well.
 */
export async function generatedClient(baseUrl: string): Promise<GeneratedClient> {
  await mkdir(OUT, { recursive: true });
  const folder = await mkdtemp(join(OUT, 'generated-client-'));
  const file = join(folder, 'client.ts');
  await generate(
    {
      input: { target: `${baseUrl}/openapi.json` },
      output: {
        target: file,
        client: 'fetch',
        mode: 'single',
        schemas: { path: join(folder, 'schemas'), type: 'zod' },
        baseUrl,
        override: { fetch: { runtimeValidation: true } },
      },
    },
    folder,
  );
  const functions = (await import(/* @vite-ignore */ file)) as GeneratedClient['functions'];
  return { file, functions, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** What the compiler has against generated code, in its own words; nothing when all is well. */
export async function compilerComplaints(file: string): Promise<string> {
  const options = [
    '--noEmit',
    '--allowImportingTsExtensions',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
  const args = [tsc, '--ignoreConfig', '--skipLibCheck', '--types', 'node', ...options, file];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return stdout;
  } catch (thrown) {
    return String((thrown as { stdout?: unknown }).stdout ?? thrown);
  }
}
