import { RESTART_SECONDS, type StartPlan, startWords, STOP_SECONDS } from './start-plan.ts';
import { xmlText } from './xml-text.ts';

const ABOUT = 'Keeps folders of this computer in step with a knowledge base.';

/** The account that services of Windows run as where none is named; it has few rights. As Windows knows it in every language. */
const LOCAL_SERVICE = { name: 'NT AUTHORITY\\LocalService', sid: 'S-1-5-19' } as const;
/** Windows itself, and its administrators. */
const KEEPERS = ['S-1-5-18', 'S-1-5-32-544'];
const STARTED_EVERY = 'PT1M';

/** A service of Windows, run by WinSW 2 (2.12). Written by its documentation, and not run here. */
export function winswXml(plan: StartPlan): string {
  const [executable = '', ...args] = startWords(plan);
  return `<!--
  Benchtop as a service of Windows, by WinSW 2; not run where it was written, so try it on one computer first.
${recordsForFew(plan)}
  Then save this as benchtop.xml beside WinSW renamed to benchtop.exe, and:
    benchtop.exe install
    benchtop.exe start
-->
<service>
  <id>benchtop</id>
  <name>Benchtop</name>
  <description>${ABOUT}</description>
  <executable>${xmlText(executable)}</executable>
  <arguments>${xmlText(args.map(windowsWord).join(' '))}</arguments>
  <serviceaccount>
${accountLines(plan.user)}
  </serviceaccount>
  <startmode>Automatic</startmode>
  <delayedAutoStart>true</delayedAutoStart>
  <depend>Tcpip</depend>
  <onfailure action="restart" delay="${RESTART_SECONDS} sec"/>
  <onfailure action="restart" delay="1 min"/>
  <onfailure action="restart" delay="10 min"/>
  <resetfailure>1 hour</resetfailure>
  <stoptimeout>${STOP_SECONDS} sec</stoptimeout>
  <priority>belownormal</priority>
  <log mode="roll-by-size"/>
</service>
`;
}

/**
 * A task of the Task Scheduler, for computers where no further program may be installed. Not run here. A program that ended
 * with an error has run well for the Task Scheduler, whose RestartOnFailure starts it no more: so it is started every minute,
 * and left alone while it runs.
 */
export function taskXml(plan: StartPlan): string {
  const [executable = '', ...args] = startWords(plan);
  return `<!--
  Benchtop as a task at the start of Windows; not run where it was written, so try it on one computer first.
${recordsForFew(plan)}
  Then save this as benchtop-task.xml, and in PowerShell as an administrator:
    Register-ScheduledTask -TaskName Benchtop -Xml (Get-Content -Raw benchtop-task.xml)
  It looks every minute whether Benchtop runs. To keep it stopped: Disable-ScheduledTask -TaskName Benchtop
-->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>${ABOUT}</Description>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger><Enabled>true</Enabled></BootTrigger>
    <TimeTrigger>
      <Enabled>true</Enabled>
      <StartBoundary>2020-01-01T00:00:00</StartBoundary>
      <Repetition>
        <Interval>${STARTED_EVERY}</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
    </TimeTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xmlText(plan.user)}</UserId>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>7</Priority>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xmlText(executable)}</Command>
      <Arguments>${xmlText(args.map(windowsWord).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}

/** The account in the words of WinSW 2, which takes LocalSystem, who may do everything, where it does not find them. */
function accountLines(user: string): string {
  const at = user.lastIndexOf('\\');
  const domain = at === -1 ? [] : [`    <domain>${xmlText(user.slice(0, at))}</domain>`];
  return [...domain, `    <user>${xmlText(user.slice(at + 1))}</user>`].join('\n');
}

/** How an administrator makes the folder of the records, which everybody could read where Windows keeps those of services. */
function recordsForFew({ data, user }: StartPlan): string {
  const folder = inComment(data.replace(/\\+$/, '')) ?? 'THE FOLDER OF THE RECORDS';
  const sid = user === LOCAL_SERVICE.name ? LOCAL_SERVICE.sid : user;
  const account = sid.startsWith('S-1-') ? `*${sid}` : (inComment(sid) ?? 'THE ACCOUNT');
  const rights = [...KEEPERS.map(each => `*${each}`), account].map(each => `"${each}:(OI)(CI)F"`).join(' ');
  return `  First, as an administrator, make the folder of the records, for Windows, administrators and that account alone:
    md "${folder}"
    icacls "${folder}" /setowner "*S-1-5-32-544"
    icacls "${folder}" /reset
    icacls "${folder}" /inheritance:r /grant:r ${rights}`;
}

/** A name as it can stand between quotation marks in a comment of XML; null when it cannot. */
function inComment(name: string): string | null {
  return /--|"|\p{Cc}/u.test(name) ? null : name;
}

/** One word of a command line as programs of Windows take it apart: backslashes count only before a quotation mark. */
function windowsWord(text: string): string {
  if (/^[\w@+=:,./\\-]+$/.test(text)) return text;
  return `"${text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}
