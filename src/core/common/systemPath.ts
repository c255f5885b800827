/**
 * The folders of a POSIX system's own programs, as a `PATH`; the last is that of NixOS. The `PATH` of the editor may have folders of a
 * workspace.
 */
export const systemPath = '/usr/bin:/bin:/run/current-system/sw/bin';
