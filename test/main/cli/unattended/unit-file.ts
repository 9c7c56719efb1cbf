/** A unit as systemd reads it: by section, the values of each name in their order. */
export type UnitFile = { readonly [section: string]: { readonly [name: string]: readonly string[] } };

/** What we use of systemd.unit, systemd.service and systemd.exec. A misspelled name would do nothing, silently. */
const KNOWN: { readonly [section: string]: readonly string[] } = {
  Unit: ['Description', 'Wants', 'After', 'StartLimitIntervalSec', 'StartLimitBurst'],
  Service: [
    'Type',
    'ExecStart',
    'User',
    'Restart',
    'RestartSec',
    'RestartPreventExitStatus',
    'KillMode',
    'TimeoutStopSec',
    'Nice',
    'IOSchedulingClass',
    'Environment',
    'OOMScoreAdjust',
    'StateDirectory',
    'StateDirectoryMode',
    'ProtectSystem',
    'ProtectHome',
    'PrivateTmp',
    'ReadWritePaths',
    'NoNewPrivileges',
    'CapabilityBoundingSet',
    'AmbientCapabilities',
    'PrivateDevices',
    'ProtectClock',
    'ProtectControlGroups',
    'ProtectHostname',
    'ProtectKernelLogs',
    'ProtectKernelModules',
    'ProtectKernelTunables',
    'RestrictAddressFamilies',
    'RestrictNamespaces',
    'RestrictRealtime',
    'RestrictSUIDSGID',
    'LockPersonality',
    'SystemCallArchitectures',
    'SystemCallFilter',
    'SystemCallErrorNumber',
  ],
  Install: ['WantedBy'],
};

/** Reads a unit. @throws Error naming the line that is none, or a name that systemd does not know where it stands. */
export function readUnit(text: string): UnitFile {
  const unit: Record<string, Record<string, string[]>> = {};
  let section = '';
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [, opened] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (opened !== undefined) section = opened;
    const [, name = '', value = ''] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? [];
    if (opened === undefined && KNOWN[section]?.includes(name) !== true)
      throw new Error(`line ${at + 1} of the unit is none of section '${section}': ${line}`);
    const names = (unit[section] ??= {});
    if (opened === undefined) (names[name] ??= []).push(value);
  }
  return unit;
}

/** The one value of a name. @throws Error when there is none, or more. */
export function valueOf(unit: UnitFile, section: string, name: string): string {
  const [value, ...more] = unit[section]?.[name] ?? [];
  if (value === undefined || more.length > 0) throw new Error(`${name} does not stand once in ${section}`);
  return value;
}

/** The words of a line as systemd takes them apart (systemd.syntax, systemd.service "Command lines"), nothing filled in. */
export function wordsOf(line: string): readonly string[] {
  const words = line.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g) ?? [];
  return words.map(word => {
    const bare = word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : word;
    if (/%(?!%)|\$(?!\$)/.test(bare.replaceAll(/%%|\$\$/g, '')))
      throw new Error(`systemd would fill something into ${word}`);
    return bare.replaceAll('%%', '%').replaceAll('$$', '$');
  });
}
