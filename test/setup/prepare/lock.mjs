import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, say, SetupError } from './say.mjs';

const file = join(root, 'out', 'setup.lock');
const LONGEST_SETUP_MS = 20 * 60 * 1000;
const LOOK_EVERY_MS = 200;

/**
 * Runs `work` while no other set-up of this clone does. Two commands started at once wait for each other here; a lock
 * whose owner died is taken over.
 */
export async function alone(work) {
  mkdirSync(join(root, 'out'), { recursive: true });
  const end = () => process.exit(130);
  await take();
  process.once('SIGINT', end).once('SIGTERM', end).once('exit', free);
  try {
    return await work();
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end).off('exit', free);
    free();
  }
}

async function take() {
  const giveUp = Date.now() + LONGEST_SETUP_MS;
  let told = false;
  while (!tryToTake()) {
    const owner = ownerOf(file);
    if (owner === null || !isAlive(owner)) {
      takeAway(owner);
      continue;
    }
    if (Date.now() > giveUp)
      throw new SetupError(`Another set-up (process ${owner}) never ended. End it and try again.`);
    if (!told) say(`another set-up is under way (process ${owner}); waiting for it.`);
    told = true;
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

// Written beside and linked into place, so that no other process ever reads a lock without its owner.
function tryToTake() {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, file);
    return true;
  } catch (failure) {
    if (failure.code !== 'EEXIST') throw failure;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** The process that holds the lock; null when there is none, or when it is older than any set-up takes. */
function ownerOf(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > LONGEST_SETUP_MS) return null;
    return Number(readFileSync(path, 'utf8'));
  } catch (failure) {
    if (failure.code === 'ENOENT') return null;
    throw failure;
  }
}

// Renamed away before it is removed, and put back when it turns out to be a newer one than the one that was read.
function takeAway(expected) {
  const aside = `${file}.old-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (failure) {
    if (failure.code === 'ENOENT') return;
    throw failure;
  }
  const owner = ownerOf(aside);
  try {
    if (owner !== null && owner !== expected) linkSync(aside, file);
  } catch (failure) {
    if (failure.code !== 'EEXIST') throw failure;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAlive(owner) {
  try {
    process.kill(owner, 0);
    return true;
  } catch (failure) {
    return failure.code === 'EPERM';
  }
}

function free() {
  if (ownerOf(file) === process.pid) rmSync(file, { force: true });
}
