import { join } from 'node:path/posix';

import { RESTART_SECONDS, type StartPlan, startWords, STOP_SECONDS } from './start-plan.ts';
import { xmlText } from './xml-text.ts';

/** A daemon of launchd (macOS). Written by the rules of launchd.plist(5), and not run here. */
export function launchdPlist(plan: StartPlan): string {
  const entries = [
    ['Label', string('org.example.benchtop')],
    ['UserName', string(plan.user)],
    [
      'ProgramArguments',
      `<array>\n${startWords(plan)
        .map(each => `    ${string(each)}`)
        .join('\n')}\n  </array>`,
    ],
    ['RunAtLoad', '<true/>'],
    // An end in order stays one; anything else is an accident.
    ['KeepAlive', '<dict><key>SuccessfulExit</key><false/></dict>'],
    ['ThrottleInterval', integer(Math.max(60, RESTART_SECONDS))],
    ['ExitTimeOut', integer(STOP_SECONDS)],
    ['ProcessType', string('Background')],
    ['LowPriorityIO', '<true/>'],
    ['Nice', integer(10)],
    ['StandardOutPath', string('/dev/null')],
    ['StandardErrorPath', string(join(plan.data, 'daemon-messages.log'))],
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!--
  Benchtop as a daemon of this Mac; not run where it was written, so try it on one Mac first.
  Save it as /Library/LaunchDaemons/org.example.benchtop.plist (owner root, mode 0644), then:
    launchctl bootstrap system /Library/LaunchDaemons/org.example.benchtop.plist
  launchd tries again every minute for ever, also what cannot succeed; the file daemon-messages.log says why.
-->
<plist version="1.0">
<dict>
${entries.map(([key, value]) => `  <key>${key}</key>\n  ${value}`).join('\n')}
</dict>
</plist>
`;
}

function string(text: string): string {
  return `<string>${xmlText(text)}</string>`;
}

function integer(value: number): string {
  return `<integer>${value}</integer>`;
}
