import { vitestUnderWine } from './run-under-wine.ts';
import { whyNotOnWindows } from './windows-set-up.ts';

// `node test/windows/under-wine.ts test/ports/disk/disk.test.ts -t 'a word'`: test files by vitest in Node for Windows under Wine.
// The words are vitest's own. Ends with its exit code.
const whyNot = await whyNotOnWindows();
if (whyNot === null) {
  const { code, stdout, stderr } = await vitestUnderWine([
    '--config',
    'test/vitest.config.ts',
    ...process.argv.slice(2),
  ]);
  process.stdout.write(stdout + stderr);
  process.exitCode = code ?? 1;
} else process.stdout.write(`${whyNot}\n`);
