import { EXIT } from '../runner/exit-codes.ts';
import { RESTART_SECONDS, SPARING_ENVIRONMENT, type StartPlan, startWords, STOP_SECONDS } from './start-plan.ts';

const STATE = '/var/lib/';

/**
 * A unit of systemd (checked with version 252). Left out on purpose: `WatchdogSec`, because the daemon sends no
 * heartbeat; `MemoryDenyWriteExecute`, which the program's own engine does not live with; `UMask`, because files that
 * arrive are for the whole lab.
 */
export function systemdUnit(plan: StartPlan): string {
  return `${[...head(plan), '', ...unit(), '', ...running(plan), '', ...hardening(plan), '', ...INSTALL].join('\n')}\n`;
}

function head({ user, data }: StartPlan): readonly string[] {
  return [
    '# Benchtop as a service of this computer: no desktop, no key store and no home folder needed.',
    `#   useradd --system --no-create-home ${user}        (once, unless that account is there)`,
    '#   save this as /etc/systemd/system/benchtop.service, then: systemctl daemon-reload',
    `#   as ${user}: benchtop --data ${oneLine(data)} setup --config FILE --key-stdin`,
    '#   systemctl enable --now benchtop',
  ];
}

function unit(): readonly string[] {
  return [
    '[Unit]',
    'Description=Benchtop keeps folders of this computer in step with a knowledge base',
    'Wants=network-online.target',
    'After=network-online.target local-fs.target remote-fs.target',
    '# A start that fails again and again ends in state failed, for monitoring to see: systemctl reset-failed benchtop',
    'StartLimitIntervalSec=1800',
    'StartLimitBurst=30',
  ];
}

function running(plan: StartPlan): readonly string[] {
  return [
    '[Service]',
    'Type=exec',
    `ExecStart=${startWords(plan).map(word).join(' ')}`,
    `User=${plan.user}`,
    'Restart=on-failure',
    `RestartSec=${RESTART_SECONDS}`,
    '# Written wrongly, or set up in a way that no further start mends: the journal of the system says what to do.',
    `RestartPreventExitStatus=${EXIT.usage} ${EXIT.configuration}`,
    'KillMode=mixed',
    `TimeoutStopSec=${STOP_SECONDS}`,
    '# Measuring comes first on an instrument.',
    'Nice=10',
    'IOSchedulingClass=idle',
    'OOMScoreAdjust=200',
    '# Some 8 MB less memory: what threads have used and is free again is shared.',
    ...Object.entries(SPARING_ENVIRONMENT).map(([name, value]) => `Environment=${name}=${value}`),
  ];
}

/** Everything that costs a client of the network nothing. */
function hardening(plan: StartPlan): readonly string[] {
  return [
    ...records(plan),
    ...places(plan),
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'AmbientCapabilities=',
    'PrivateDevices=yes',
    'ProtectClock=yes',
    'ProtectControlGroups=yes',
    'ProtectHostname=yes',
    'ProtectKernelLogs=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelTunables=yes',
    'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
    'RestrictNamespaces=yes',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'LockPersonality=yes',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'SystemCallErrorNumber=EPERM',
  ];
}

/** Below `/var/lib` systemd makes the folder for the account; elsewhere an administrator does. */
function records({ data }: StartPlan): readonly string[] {
  const name = data.startsWith(STATE) ? data.slice(STATE.length) : '';
  return /^[\w-]+(\/[\w-]+)*$/.test(name) ? [`StateDirectory=${name}`, 'StateDirectoryMode=0700'] : [];
}

function places({ confinedTo, data }: StartPlan): readonly string[] {
  if (confinedTo === null)
    return [
      '# Mirrored folders may lie anywhere. Narrower: benchtop service print systemd --confine [FOLDER…]',
      'ProtectSystem=full',
    ];
  return [
    '# Only these may be written to. Folders that it only sends from cannot be changed, whatever happens.',
    'ProtectSystem=strict',
    'ProtectHome=read-only',
    'PrivateTmp=yes',
    `ReadWritePaths=${[data, ...confinedTo]
      .map(path => `-${path}`)
      .map(word)
      .join(' ')}`,
  ];
}

const INSTALL = ['[Install]', 'WantedBy=multi-user.target'];

/** One word of a line: quoted where it has to be, with what systemd would fill in taken as it is. */
function word(text: string): string {
  const plain = oneLine(text).replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `"${plain.replaceAll(/["\\]/g, '\\$&')}"`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}
