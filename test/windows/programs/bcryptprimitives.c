/* Stands in for the one function of this library of Windows that native parts written in Rust need, and that Wine 8 lacks. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID to, ULONG bytes);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T bytes) {
  while (bytes > 0) {
    ULONG some = bytes > 0x10000000 ? 0x10000000 : (ULONG)bytes;
    if (!SystemFunction036(to, some)) return FALSE;
    to += some;
    bytes -= some;
  }
  return TRUE;
}
