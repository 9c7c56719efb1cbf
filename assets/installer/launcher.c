/*
 * BenchtopAgent.exe of the package without Electron: all that needs a program of Windows rather than Node. It has no
 * console of its own, so that nothing flashes up at sign-in, and starts `node.exe app\cli.js` of its own folder.
 *
 *   window [WORDS...]              opens the window in the browser; starts the agent when none runs
 *   open [WORDS...]                opens the window of what runs, and starts nothing
 *   agent [WORDS...]               keeps a daemon running, until that ends in order
 *   stop [WORDS...]                ends agent and daemon in order, and waits until both are gone
 *   service [WORDS...]             as `agent`, as a service of Windows; a stop of the service is one in order
 *   stop-service                   stops the service, and waits until it has stopped
 *   path add|remove user|machine   puts its folder into the PATH of new programs, or takes it out
 *
 * WORDS go to the command line as they are, such as `--data FOLDER`. It says nothing itself: what a person reads is what
 * the command line said.
 */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>
#include <shellapi.h>

#define LONGEST_LINE 32767
#define LONGEST_ANSWER 8192
#define SERVICE_NAME L"benchtop"

/* Exit codes of the command line (main/cli/runner/exit-codes.ts). */
#define EXIT_OK 0
#define EXIT_USAGE 2
#define EXIT_CONFIGURATION 78

/* Longer than the daemon takes at most to come to rest. */
#define STOP_WITHIN_MS 30000
#define AGENT_ANSWERS_WITHIN_MS 60000
#define ASK_EVERY_MS 1000
/* How long after an end that was not asked for the daemon is started again; the last is repeated. */
static const DWORD START_AGAIN_MS[] = {10000, 60000, 600000};
#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))
/* One that ran for so long had come up well: the waits begin with the first again. */
#define RAN_WELL_MS 3600000

static wchar_t folder[LONGEST_LINE], self[LONGEST_LINE];
static wchar_t words[LONGEST_LINE];
static HANDLE stopAsked;

/* Its own folder, without a backslash at the end. */
static BOOL findFolder(void) {
  DWORD length = GetModuleFileNameW(NULL, self, LONGEST_LINE);
  if (length == 0 || length >= LONGEST_LINE) return FALSE;
  wcscpy(folder, self);
  wchar_t *end = wcsrchr(folder, L'\\');
  if (end == NULL) return FALSE;
  *end = 0;
  return TRUE;
}

/* Adds one word to a command line so that Windows' programs read it as it is. FALSE when it becomes too long. */
static BOOL addWord(wchar_t *line, const wchar_t *word) {
  size_t at = wcslen(line);
  if (at + 2 * wcslen(word) + 4 >= LONGEST_LINE) return FALSE;
  if (at > 0) line[at++] = L' ';
  line[at++] = L'"';
  size_t backslashes = 0;
  for (; *word; word++) {
    if (*word == L'\\') backslashes++;
    else {
      /* Backslashes count only before a quotation mark. */
      if (*word == L'"') for (size_t i = 0; i <= backslashes; i++) line[at++] = L'\\';
      backslashes = 0;
    }
    line[at++] = *word;
  }
  for (; backslashes > 0; backslashes--) line[at++] = L'\\';
  line[at++] = L'"';
  line[at] = 0;
  return TRUE;
}

/*
 * Starts the command line with a command's words and those that were given to us, without a console.
 * `output` gets its standard output and error; NULL: nothing does.
 */
static HANDLE startCommand(const wchar_t *const *command, HANDLE output) {
  static wchar_t line[LONGEST_LINE], place[LONGEST_LINE];
  line[0] = 0;
  swprintf(place, LONGEST_LINE, L"%ls\\node.exe", folder);
  if (!addWord(line, place)) return NULL;
  swprintf(place, LONGEST_LINE, L"%ls\\app\\cli.js", folder);
  /* As other ways to keep it running say (main/cli/unattended/start-plan.ts): an idle program holds little memory. */
  if (!addWord(line, L"--expose-gc") || !addWord(line, L"--v8-pool-size=1") || !addWord(line, place)) return NULL;
  for (; *command; command++)
    if (!addWord(line, *command)) return NULL;
  if (wcslen(line) + wcslen(words) + 2 >= LONGEST_LINE) return NULL;
  if (words[0] != 0) wcscat(wcscat(line, L" "), words);
  STARTUPINFOW startup = {.cb = sizeof startup};
  PROCESS_INFORMATION process;
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  HANDLE nothing = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                               OPEN_EXISTING, 0, NULL);
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = nothing;
  startup.hStdOutput = startup.hStdError = output == NULL ? nothing : output;
  swprintf(place, LONGEST_LINE, L"%ls\\node.exe", folder);
  BOOL isStarted =
      CreateProcessW(place, line, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, folder, &startup, &process);
  CloseHandle(nothing);
  if (!isStarted) return NULL;
  CloseHandle(process.hThread);
  return process.hProcess;
}

static DWORD exitCodeOf(HANDLE process) {
  DWORD code = 1;
  WaitForSingleObject(process, INFINITE);
  GetExitCodeProcess(process, &code);
  CloseHandle(process);
  return code;
}

/* Asks the daemon to end in order; kills it when it does not. */
static void stopDaemon(HANDLE daemon) {
  static const wchar_t *const stop[] = {L"stop", NULL};
  HANDLE asking = startCommand(stop, NULL);
  if (asking != NULL) {
    WaitForSingleObject(asking, STOP_WITHIN_MS);
    CloseHandle(asking);
  }
  if (WaitForSingleObject(daemon, asking == NULL ? 0 : STOP_WITHIN_MS) == WAIT_OBJECT_0) return;
  TerminateProcess(daemon, 1);
  WaitForSingleObject(daemon, STOP_WITHIN_MS);
}

/* Whether starting it again would only find the same: it ended in order, or a person has to change how it is set up. */
static BOOL isFinal(DWORD code) {
  return code == EXIT_OK || code == EXIT_USAGE || code == EXIT_CONFIGURATION;
}

/* Keeps a daemon running until it ends in order or `stopAsked` is set. Returns how the last one ended. */
static DWORD keepRunning(void) {
  static const wchar_t *const daemon[] = {L"daemon", L"--window-port", L"0", NULL};
  for (size_t failures = 0;;) {
    ULONGLONG began = GetTickCount64();
    HANDLE process = startCommand(daemon, NULL);
    DWORD code = 1;
    if (process != NULL) {
      HANDLE either[] = {stopAsked, process};
      if (WaitForMultipleObjects(2, either, FALSE, INFINITE) == WAIT_OBJECT_0) {
        stopDaemon(process);
        CloseHandle(process);
        return EXIT_OK;
      }
      code = exitCodeOf(process);
    }
    if (isFinal(code)) return code;
    if (GetTickCount64() - began >= RAN_WELL_MS) failures = 0;
    DWORD wait = START_AGAIN_MS[failures < COUNT_OF(START_AGAIN_MS) ? failures : COUNT_OF(START_AGAIN_MS) - 1];
    failures++;
    if (WaitForSingleObject(stopAsked, wait) == WAIT_OBJECT_0) return EXIT_OK;
  }
}

static SERVICE_STATUS_HANDLE serviceHandle;

static void tellService(DWORD state, DWORD code) {
  SERVICE_STATUS status = {.dwServiceType = SERVICE_WIN32_OWN_PROCESS, .dwCurrentState = state};
  status.dwControlsAccepted = state == SERVICE_RUNNING ? SERVICE_ACCEPT_STOP | SERVICE_ACCEPT_SHUTDOWN : 0;
  status.dwWin32ExitCode = code == EXIT_OK ? NO_ERROR : ERROR_SERVICE_SPECIFIC_ERROR;
  status.dwServiceSpecificExitCode = code;
  status.dwWaitHint = state == SERVICE_STOP_PENDING ? 2 * STOP_WITHIN_MS : 0;
  SetServiceStatus(serviceHandle, &status);
}

static DWORD WINAPI onControl(DWORD control, DWORD event, void *data, void *context) {
  (void)event, (void)data, (void)context;
  if (control == SERVICE_CONTROL_INTERROGATE) return NO_ERROR;
  if (control != SERVICE_CONTROL_STOP && control != SERVICE_CONTROL_SHUTDOWN) return ERROR_CALL_NOT_IMPLEMENTED;
  tellService(SERVICE_STOP_PENDING, EXIT_OK);
  SetEvent(stopAsked);
  return NO_ERROR;
}

static void WINAPI serviceMain(DWORD count, wchar_t **given) {
  (void)count, (void)given;
  serviceHandle = RegisterServiceCtrlHandlerExW(SERVICE_NAME, onControl, NULL);
  if (serviceHandle == 0) return;
  tellService(SERVICE_RUNNING, EXIT_OK);
  tellService(SERVICE_STOPPED, keepRunning());
}

/* Asks the service to stop and waits until it has. Where there is none, or it does not run, there is nothing to do. */
static int stopService(void) {
  SERVICE_STATUS status;
  SC_HANDLE services = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
  SC_HANDLE service = services == NULL ? NULL : OpenServiceW(services, SERVICE_NAME, SERVICE_STOP | SERVICE_QUERY_STATUS);
  if (service == NULL) return GetLastError() == ERROR_SERVICE_DOES_NOT_EXIST ? 0 : 1;
  ControlService(service, SERVICE_CONTROL_STOP, &status);
  for (ULONGLONG giveUp = GetTickCount64() + 3 * STOP_WITHIN_MS; GetTickCount64() < giveUp; Sleep(100))
    if (!QueryServiceStatus(service, &status) || status.dwCurrentState == SERVICE_STOPPED) return 0;
  return 1;
}

static int runService(void) {
  stopAsked = CreateEventW(NULL, TRUE, FALSE, NULL);
  SERVICE_TABLE_ENTRYW table[] = {{SERVICE_NAME, serviceMain}, {NULL, NULL}};
  return StartServiceCtrlDispatcherW(table) ? 0 : 1;
}

/* The event that an agent with these words waits for, and that is there as long as it runs. */
static void nameEvent(wchar_t *name) {
  unsigned hash = 2166136261u;
  for (const wchar_t *each = words; *each; each++) hash = (hash ^ towlower(*each)) * 16777619u;
  swprintf(name, 64, L"Local\\benchtop-agent-%08x", hash);
}

static int runAgent(void) {
  wchar_t name[64];
  nameEvent(name);
  stopAsked = CreateEventW(NULL, TRUE, FALSE, name);
  if (stopAsked == NULL) return 1;
  /* One is enough. */
  if (GetLastError() == ERROR_ALREADY_EXISTS) return EXIT_OK;
  return (int)keepRunning();
}

/* The agent first, which would start the daemon again; then a daemon that was started in another way. */
static int stopAll(void) {
  static const wchar_t *const stop[] = {L"stop", NULL};
  wchar_t name[64];
  HANDLE event;
  nameEvent(name);
  for (ULONGLONG giveUp = GetTickCount64() + 2 * STOP_WITHIN_MS; (event = OpenEventW(EVENT_MODIFY_STATE, FALSE, name));) {
    SetEvent(event);
    CloseHandle(event);
    if (GetTickCount64() > giveUp) return 1;
    Sleep(100);
  }
  HANDLE asking = startCommand(stop, NULL);
  return asking == NULL ? 1 : (int)exitCodeOf(asking);
}

/* What a command said, at most LONGEST_ANSWER, with its exit code. */
static DWORD ask(const wchar_t *const *command, char *answer) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  HANDLE reading, writing;
  DWORD length = 0, part;
  answer[0] = 0;
  if (!CreatePipe(&reading, &writing, &inherited, 0)) return 1;
  SetHandleInformation(reading, HANDLE_FLAG_INHERIT, 0);
  HANDLE process = startCommand(command, writing);
  CloseHandle(writing);
  if (process != NULL) {
    char rest[512];
    for (;;) {
      BOOL isFull = length == LONGEST_ANSWER;
      if (!ReadFile(reading, isFull ? rest : answer + length, isFull ? sizeof rest : LONGEST_ANSWER - length, &part, NULL))
        break;
      if (part == 0) break;
      if (!isFull) length += part;
    }
    answer[length] = 0;
  }
  CloseHandle(reading);
  return process == NULL ? 1 : exitCodeOf(process);
}

static BOOL startAgent(void) {
  static wchar_t line[LONGEST_LINE];
  line[0] = 0;
  if (!addWord(line, self) || !addWord(line, L"agent") || wcslen(line) + wcslen(words) + 2 >= LONGEST_LINE) return FALSE;
  if (words[0] != 0) wcscat(wcscat(line, L" "), words);
  STARTUPINFOW startup = {.cb = sizeof startup};
  PROCESS_INFORMATION process;
  if (!CreateProcessW(self, line, NULL, NULL, FALSE, CREATE_NO_WINDOW, NULL, folder, &startup, &process)) return FALSE;
  CloseHandle(process.hThread);
  CloseHandle(process.hProcess);
  return TRUE;
}

/* Opens what a command said, when it is an address on this computer and nothing but. */
static BOOL openAddress(char *answer) {
  static const char here[] = "http://127.0.0.1:";
  answer[strcspn(answer, "\r\n")] = 0;
  if (strncmp(answer, here, sizeof here - 1) != 0) return FALSE;
  return (INT_PTR)ShellExecuteA(NULL, "open", answer, NULL, NULL, SW_SHOWNORMAL) > 32;
}

static int openWindow(BOOL startsAgent) {
  static const wchar_t *const window[] = {L"window", NULL};
  static char answer[LONGEST_ANSWER + 1];
  static wchar_t text[LONGEST_ANSWER + 1];
  ULONGLONG giveUp = GetTickCount64() + AGENT_ANSWERS_WITHIN_MS;
  for (BOOL isStarted = !startsAgent;;) {
    if (ask(window, answer) == EXIT_OK && openAddress(answer)) return 0;
    if (!isStarted && !(isStarted = startAgent())) break;
    if (!startsAgent || GetTickCount64() > giveUp) break;
    Sleep(ASK_EVERY_MS);
  }
  MultiByteToWideChar(CP_UTF8, 0, answer, -1, text, LONGEST_ANSWER + 1);
  MessageBoxW(NULL, text, L"Benchtop", MB_OK | MB_ICONINFORMATION);
  return 1;
}

/* Whether a part of the PATH is our folder. */
static BOOL isOurs(const wchar_t *part, size_t length) {
  while (length > 0 && part[length - 1] == L'\\') length--;
  return length == wcslen(folder) && _wcsnicmp(part, folder, length) == 0;
}

/* Writes the PATH without our folder, or with it at the end; read and kept unexpanded, so that `%USERPROFILE%\bin` stays. */
static int changePath(BOOL isAdded, BOOL isForAll) {
  HKEY key;
  const wchar_t *name = isForAll ? L"SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment" : L"Environment";
  if (RegCreateKeyExW(isForAll ? HKEY_LOCAL_MACHINE : HKEY_CURRENT_USER, name, 0, NULL, 0,
                      KEY_READ | KEY_WRITE | KEY_WOW64_64KEY, NULL, &key, NULL) != ERROR_SUCCESS)
    return 1;
  DWORD type = REG_EXPAND_SZ, bytes = 0;
  LONG found = RegQueryValueExW(key, L"Path", NULL, &type, NULL, &bytes);
  /* Only a PATH that could be read whole is written. */
  if (found != ERROR_SUCCESS && found != ERROR_FILE_NOT_FOUND) return 1;
  if (found == ERROR_SUCCESS && type != REG_SZ && type != REG_EXPAND_SZ) return 1;
  wchar_t *old = calloc(bytes / sizeof(wchar_t) + 1, sizeof(wchar_t));
  wchar_t *new = calloc(bytes / sizeof(wchar_t) + wcslen(folder) + 2, sizeof(wchar_t));
  if (old == NULL || new == NULL) return 1;
  if (found == ERROR_SUCCESS && RegQueryValueExW(key, L"Path", NULL, &type, (BYTE *)old, &bytes) != ERROR_SUCCESS) return 1;
  for (const wchar_t *part = old; *part;) {
    size_t length = wcscspn(part, L";");
    if (length > 0 && !isOurs(part, length)) {
      if (new[0] != 0) wcscat(new, L";");
      wcsncat(new, part, length);
    }
    part += length + (part[length] == L';');
  }
  if (isAdded) {
    if (new[0] != 0) wcscat(new, L";");
    wcscat(new, folder);
  }
  LONG written = RegSetValueExW(key, L"Path", 0, type, (const BYTE *)new, (DWORD)((wcslen(new) + 1) * sizeof(wchar_t)));
  RegCloseKey(key);
  /* Tells running programs, such as the desktop that starts others, that the environment has changed. */
  DWORD_PTR result;
  SendMessageTimeoutW(HWND_BROADCAST, WM_SETTINGCHANGE, 0, (LPARAM)L"Environment", SMTO_ABORTIFHUNG, 1000, &result);
  return written == ERROR_SUCCESS ? 0 : 1;
}

/* The words from one on, as one piece of a command line. */
static BOOL keepWords(wchar_t **given, int from, int count) {
  for (int i = from; i < count; i++)
    if (!addWord(words, given[i])) return FALSE;
  return TRUE;
}

int WINAPI wWinMain(HINSTANCE here, HINSTANCE before, wchar_t *line, int show) {
  (void)here, (void)before, (void)line, (void)show;
  int count;
  wchar_t **given = CommandLineToArgvW(GetCommandLineW(), &count);
  if (given == NULL || !findFolder()) return 1;
  const wchar_t *mode = count > 1 ? given[1] : L"window";
  if (wcscmp(mode, L"path") == 0) {
    if (count != 4) return EXIT_USAGE;
    return changePath(wcscmp(given[2], L"add") == 0, wcscmp(given[3], L"machine") == 0);
  }
  if (!keepWords(given, 2, count)) return EXIT_USAGE;
  if (wcscmp(mode, L"service") == 0) return runService();
  if (wcscmp(mode, L"stop-service") == 0) return stopService();
  if (wcscmp(mode, L"agent") == 0) return runAgent();
  if (wcscmp(mode, L"stop") == 0) return stopAll();
  if (wcscmp(mode, L"window") == 0) return openWindow(TRUE);
  return wcscmp(mode, L"open") == 0 ? openWindow(FALSE) : EXIT_USAGE;
}
