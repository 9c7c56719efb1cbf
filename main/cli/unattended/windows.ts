import { RESTART_SECONDS, type StartPlan, startWords, STOP_SECONDS } from './start-plan.ts';
import { xmlText } from './xml-text.ts';

const ABOUT = 'Keeps folders of this computer in step with a knowledge base.';

/** A service of Windows, run by WinSW 2. Written by its documentation, and not run here. */
export function winswXml(plan: StartPlan): string {
  const [executable = '', ...args] = startWords(plan);
  return `<!--
  Benchtop as a service of Windows; not run where it was written, so try it on one computer first.
  Save it as benchtop.xml beside WinSW renamed to benchtop.exe, then: benchtop.exe install, benchtop.exe start
-->
<service>
  <id>benchtop</id>
  <name>Benchtop</name>
  <description>${ABOUT}</description>
  <executable>${xmlText(executable)}</executable>
  <arguments>${xmlText(args.map(windowsWord).join(' '))}</arguments>
  <serviceaccount>
    <username>${xmlText(plan.user)}</username>
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

/** A task of the Task Scheduler, for computers where no further program may be installed. Not run here. */
export function taskXml(plan: StartPlan): string {
  const [executable = '', ...args] = startWords(plan);
  return `<!--
  Benchtop as a task at the start of Windows; not run where it was written, so try it on one computer first.
  In PowerShell as an administrator: Register-ScheduledTask -TaskName Benchtop -Xml (Get-Content -Raw benchtop-task.xml)
-->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>${ABOUT}</Description>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger><Enabled>true</Enabled></BootTrigger>
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
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>255</Count>
    </RestartOnFailure>
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

/** One word of a command line as programs of Windows take it apart: backslashes count only before a quotation mark. */
export function windowsWord(text: string): string {
  if (/^[\w@+=:,./\\-]+$/.test(text)) return text;
  return `"${text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}
