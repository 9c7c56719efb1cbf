import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../setup/test-files.ts';
import { SET_UP, whyNotOnWindows } from './windows-set-up.ts';
import { openWindows } from './wine.ts';

// `node test/windows/under-wine.ts test/ports/disk.test.ts -t 'a word'`: test files by vitest in Node for Windows under Wine.
// The words are vitest's own. Ends with its exit code.
const whyNot = await whyNotOnWindows();
if (whyNot === null) process.exitCode = await runVitest(process.argv.slice(2));
else process.stdout.write(`${whyNot}\n`);

async function runVitest(words: readonly string[]): Promise<number> {
  const windows = openWindows(join(realpathSync(mkdtempSync(join(tmpdir(), 'benchtop-wine-'))), 'windows'));
  try {
    const binding = join(SET_UP, 'for-vitest/rolldown-binding.win32-x64-msvc.node');
    const running = windows.node(
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...words],
      {
        folder: ROOT,
        environment: { NAPI_RS_NATIVE_LIBRARY_PATH: windows.windowsPath(binding), NO_COLOR: '1' },
      },
    );
    const { code, stdout, stderr } = await running.output;
    process.stdout.write(stdout + stderr);
    return code ?? 1;
  } finally {
    await windows.close();
  }
}
