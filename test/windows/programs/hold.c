/*
 * hold.exe FILE ACCESS SHARING: has a file open as other programs do, until it is killed.
 * ACCESS: r, or w (which makes a file that is not there). SHARING: letters of what others may do while it is open: r (read),
 * w (write), d (rename, replace, remove); `-` for nothing at all. Says `held` once it has it, or `error N`.
 */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

int wmain(int count, wchar_t **words) {
  if (count != 4) return 2;
  DWORD access = wcschr(words[2], L'w') ? GENERIC_READ | GENERIC_WRITE : GENERIC_READ;
  DWORD sharing = (wcschr(words[3], L'r') ? FILE_SHARE_READ : 0) | (wcschr(words[3], L'w') ? FILE_SHARE_WRITE : 0) |
                  (wcschr(words[3], L'd') ? FILE_SHARE_DELETE : 0);
  DWORD making = wcschr(words[2], L'w') ? OPEN_ALWAYS : OPEN_EXISTING;
  HANDLE file = CreateFileW(words[1], access, sharing, NULL, making, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    printf("error %lu\n", GetLastError());
    return 1;
  }
  printf("held\n");
  fflush(stdout);
  Sleep(INFINITE);
  return 0;
}
