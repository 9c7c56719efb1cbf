// Makes a clone ready: packages, Node 24, the built window and program, a browser for the tests. Every npm script begins
// with it (a `pre` script would not do: npm leaves those out where `ignore-scripts` is set, as it is here). So it runs on
// Node 20 without any package, says nothing and ends at once when there is nothing to do.
// Everything it prints goes to stderr: stdout belongs to the command that follows.
import { prepareBrowser } from './prepare/browser.mjs';
import { prepareBuild, PROGRAM, WINDOW } from './prepare/builds.mjs';
import { prepareInstaller } from './prepare/installer.mjs';
import { preparePackages } from './prepare/packages.mjs';
import { prepareRuntime } from './prepare/runtime.mjs';
import { say, SetupError } from './prepare/say.mjs';
import { prepareWindows } from './prepare/windows.mjs';

const OLDEST_NODE = 20;

async function prepare(flags) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new SetupError(
      `Node ${process.versions.node} is too old for Benchtop. Please install Node 24 from nodejs.org.`,
    );
  }
  // Beside the rest: a package manager mostly waits for its downloads.
  const browser = flags.has('--browser') ? prepareBrowser() : null;
  await preparePackages();
  const node = prepareRuntime();
  if (['--window', '--program', '--windows'].some(flag => flags.has(flag))) await prepareBuild(node, WINDOW);
  if (flags.has('--program')) await prepareBuild(node, PROGRAM);
  if (flags.has('--windows')) await prepareWindows(node);
  if (flags.has('--installer')) await prepareInstaller();
  await browser;
}

try {
  await prepare(new Set(process.argv.slice(2)));
} catch (failure) {
  if (!(failure instanceof SetupError)) throw failure;
  say(failure.message);
  process.exitCode = 1;
}
