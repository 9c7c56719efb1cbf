import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import type { Output } from '../setup/child.ts';
import { ROOT, slashed } from '../setup/run/test-files.ts';
import { SET_UP } from './windows-set-up.ts';
import { openWindows } from './wine.ts';

const reportShape = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});

/** A test as it ended in Node for Windows. */
export interface Ended {
  /** Below the root. */
  readonly file: string;
  readonly sentence: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it failed; empty otherwise. */
  readonly message: string;
}

/** Runs vitest in Node for Windows, in a Windows of its own. @param words vitest's own; `--config` is one of them. */
export async function vitestUnderWine(
  words: readonly string[],
): Promise<Output & { readonly tests: readonly Ended[] }> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'benchtop-wine-')));
  const windows = openWindows(join(place, 'windows'));
  const report = join(place, 'report.json');
  try {
    const binding = join(SET_UP, 'for-vitest/rolldown-binding.win32-x64-msvc.node');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${windows.windowsPath(report)}`];
    const running = windows.node(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...words], {
      folder: ROOT,
      environment: { NAPI_RS_NATIVE_LIBRARY_PATH: windows.windowsPath(binding), NO_COLOR: '1', BENCHTOP_RUNS: RUNS },
    });
    const output = await running.output;
    return { ...output, tests: testsIn(report, output) };
  } finally {
    await windows.close();
    rmSync(place, { recursive: true });
  }
}

/** In percent of what a proof draws: what is drawn shows little about Windows, and takes long there. */
const RUNS = '2';

/** @throws Error with what vitest said when it wrote no report. */
function testsIn(report: string, { stdout, stderr }: Output): readonly Ended[] {
  const { testResults } = reportShape.parse(JSON.parse(textOr(report, () => `${stdout}${stderr}`)));
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = slashed(name).slice(slashed(name).indexOf(ROOT) + ROOT.length);
    const tests = assertionResults.map(({ fullName, status, failureMessages }): Ended => ({
      file,
      sentence: fullName,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      message: failureMessages.join('\n'),
    }));
    // A file that could not be loaded, or in which a hook failed, has no failed test to show for it.
    return message === '' ? tests : [...tests, { file, sentence: '', status: 'failed', message }];
  });
}

function textOr(path: string, said: () => string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`vitest wrote no report: ${said()}`, { cause });
  }
}
