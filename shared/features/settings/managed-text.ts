import type { LeastVerify, ManagedInfo } from './managed-model.ts';

const VERIFY: { readonly [V in LeastVerify]: string } = {
  sample: 'a sample of the files of each drop zone is read back',
  all: 'every file of each drop zone is read back',
};

const VERIFIED: { readonly [V in LeastVerify]: string } = {
  sample: 'At least a sample of the files of each drop zone is read back.',
  all: 'Every file of each drop zone is read back.',
};

/** Words about what an administrator laid down for a computer. */
export const managedTexts = {
  command: 'what the administrator of this computer laid down',
  show: 'print what the administrator of this computer laid down, and where that is looked for',
  title: 'Set by the administrator of this computer',
  locked: (value: string) => `${value}. Set by the administrator of this computer.`,

  otherService: (service: string) =>
    `The administrator of this computer allows one service only: ${service}. Sign in there, or ask the administrator.`,
  signInClosed:
    'The policy of this computer cannot be read, so nobody can sign in to another service. Ask the administrator of this computer.',
  setting: (name: string, value: string) =>
    `The administrator of this computer has set '${name}' to ${value}, and only the administrator can change it.`,
  settingClosed:
    'The policy of this computer cannot be read, so settings stay as they are. Ask the administrator of this computer.',
  verify: (least: LeastVerify) =>
    `The administrator of this computer asks that ${VERIFY[least]}. Choose that or more, or ask the administrator.`,

  trouble: {
    otherOwner: (path: string) =>
      `'${path}' does not belong to the administrator, so anybody could have written the policy. Nothing of it holds.`,
    writable: (path: string) =>
      `Others than the administrator may write '${path}', so anybody could have written the policy. Nothing of it holds.`,
    link: (path: string) => `'${path}' is a link or no file. A policy must be a file of its own. Nothing of it holds.`,
    notRead: (path: string) => `The policy '${path}' cannot be read. Give everybody the right to read it.`,
    notText: (path: string) => `The policy '${path}' is no text in UTF-8. Save it as UTF-8.`,
    large: (path: string) => `The policy '${path}' is larger than a policy can be.`,
    notJson: (path: string) => `The policy '${path}' is not JSON.`,
    shape: (path: string, where: string) => `The policy '${path}' says something unknown${where}.`,
    service: (path: string, text: string) => `The policy '${path}' names no service that can be used: '${text}'.`,
    setting: (detail: string) => `A setting of the policy does not hold. ${detail}`,
  },
} as const;

/** What is laid down, a line each, for people. */
export function managedLines(info: ManagedInfo): string[] {
  if (info.state === 'none') return [`There is no policy for this computer. It would be in '${info.path}'.`];
  const state = info.state === 'in-force' ? [`The policy '${info.path}' is in force.`] : [];
  const settings = Object.entries(info.settings).map(([name, value]) => `'${name}' is ${value}.`);
  return [...state, ...(info.why === null ? [] : [info.why]), ...rulesOf(info), ...settings];
}

/** What holds for everybody on the computer besides settings, a sentence each. */
export function rulesOf(info: ManagedInfo): string[] {
  return [
    ...(info.service === null ? [] : [`The only service is ${info.service}.`]),
    ...(info.updatesOff ? ['Benchtop does not update itself.'] : []),
    ...(info.remoteImagesOff ? ['Pictures from elsewhere are not loaded.'] : []),
    ...(info.zonesVerify === null ? [] : [VERIFIED[info.zonesVerify]]),
  ];
}
