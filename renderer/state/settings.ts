import { create } from 'zustand';

import { type Fault, FaultError, toFault } from '../../shared/fault.ts';
import type { LimitsInfo } from '../../shared/features/settings/limits-model.ts';
import type { NetworkInfo } from '../../shared/features/settings/network-model.ts';
import type { FolderClaim } from '../../shared/features/mirrors/model.ts';
import type { RuleInfo } from '../../shared/features/mirrors/rules-model.ts';
import type { ComputerKind } from '../../shared/features/set-up/model.ts';
import type { AboutInfo } from '../../shared/features/settings/model.ts';
import { claimTexts } from '../../shared/features/mirrors/claims-text.ts';
import { kindTexts } from '../../shared/features/set-up/computer-text.ts';
import { faultLine } from '../../shared/text/faults.ts';
import { networkTexts } from '../../shared/features/settings/network-text.ts';
import { folderWords, settingsWords } from '../../shared/features/settings/text.ts';
import { engine } from './engine.ts';
import { announce } from './announcements.ts';
import { showToast } from './toast.ts';
import { topicStore } from './reading/topic-store.ts';
import { faultIn, update } from './reading/section.ts';

/** Every setting with what it may be, also when it was set by a command or the policy. */
export const useSettings = topicStore('settings.all');

/** How fast bytes may travel. */
export const useLimits = topicStore('limits.now');

/** How the service is reached. */
export const useNetwork = topicStore('network.now');

/** What this program is; null before it was asked. */
export const useAbout = create<{ readonly about: AboutInfo | null }>(() => ({ about: null }));

/** Asks what this program is. */
export async function readAbout(): Promise<void> {
  const about = await engine.call('about.get', null).catch(() => null);
  if (about !== null) useAbout.setState({ about });
}

/** Changes a setting. @returns the fault that stopped it; null when it is set. */
export function saveSetting(name: string, value: string, label: string): Promise<Fault | null> {
  return faultIn(async () => {
    await engine.call('settings.set', { name, value });
    showToast(settingsWords.saved(label));
  });
}

/** Says what this computer is for, likewise. */
export function saveKind(kind: ComputerKind): Promise<Fault | null> {
  return faultIn(async () => {
    await engine.call('setUp.setComputer', { kind });
    showToast(kindTexts.saved(kind));
  });
}

/** Changes how fast bytes may travel, likewise. The rest stays as it is now, which may be newer than what is shown. */
export function saveLimits(change: Partial<LimitsInfo>, label: string): Promise<Fault | null> {
  return faultIn(async () => {
    await engine.call('limits.set', { ...(await engine.call('limits.get', null)), ...change });
    showToast(settingsWords.saved(label));
  });
}

/** Changes how the service is reached, likewise. The rest stays as it is now. */
export function saveNetwork(change: Partial<NetworkInfo>, label: string): Promise<Fault | null> {
  return faultIn(async () => {
    await engine.call('network.set', { ...(await engine.call('network.get', null)), ...change });
    showToast(settingsWords.saved(label));
  });
}

/** Tries to reach the service. @returns what came of it, in sentences. */
export async function tryNetwork(): Promise<readonly string[]> {
  try {
    return networkTexts.result(await engine.call('network.test', null));
  } catch (error) {
    return [faultLine(toFault(error))];
  }
}

/** A folder that other records of Benchtop mirror, as a window says it. */
export function claimedFault(local: string, claimed: FolderClaim): FaultError {
  return new FaultError({
    kind: 'bad-request',
    detail: `${claimTexts.claimed(local, claimed)} ${claimTexts.inWindow}`,
  });
}

/** Goes on with a mirror whose folder was moved, likewise. */
export function moveMirror(mirror: { id: string; name: string }, local: string): Promise<Fault | null> {
  return faultIn(async () => {
    await engine.call('mirrors.move', { id: mirror.id, local });
    showToast(folderWords.moving.done(mirror.name));
  });
}

/** Stops keeping a folder in step; its files stay. */
export function removeMirror(id: string, said: string): Promise<Fault | null> {
  return faultIn(async () => {
    await engine.call('mirrors.remove', { id });
    showToast(said);
  });
}

/** Forgets the key. */
export function signOut(): Promise<Fault | null> {
  return faultIn(async () => {
    await engine.call('account.signOut', null);
    showToast(settingsWords.account.done);
  });
}

/** The rules of the mirror that is on show, and what went wrong with the last thing that was asked about them. */
export const useRules = create<{
  readonly mirror: string | null;
  readonly rules: readonly RuleInfo[] | null;
  readonly fault: Fault | null;
}>(() => ({ mirror: null, rules: null, fault: null }));

engine.on('files.revision', () => void readRules());

/** Shows the rules of a mirror, with what they hide now; null: of none. */
export async function showRules(mirror: string | null): Promise<void> {
  useRules.setState({ mirror, rules: null, fault: null });
  await readRules();
}

/** Adds a rule behind the others. @returns whether it was added. */
export async function addRule(pattern: string): Promise<boolean> {
  return changeRules(async mirror => {
    const { added } = await engine.call('rules.add', { mirror, pattern });
    announce(added ? folderWords.ruling.added(pattern) : folderWords.ruling.known(pattern));
  });
}

/** Takes a rule away. */
export async function removeRule(pattern: string): Promise<boolean> {
  return changeRules(async mirror => {
    await engine.call('rules.remove', { mirror, pattern });
    announce(folderWords.ruling.removed(pattern));
  });
}

async function changeRules(change: (mirror: string) => Promise<void>): Promise<boolean> {
  const { mirror } = useRules.getState();
  if (mirror === null) return false;
  const fault = await faultIn(() => change(mirror));
  useRules.setState({ fault });
  await readRules();
  return fault === null;
}

async function readRules(): Promise<void> {
  const { mirror } = useRules.getState();
  if (mirror === null) return;
  const read = () => engine.call('rules.list', { mirror });
  await update(useRules, read, (rules, { fault }) => ({ rules, fault }), {
    isCurrent: () => useRules.getState().mirror === mirror,
  });
}
