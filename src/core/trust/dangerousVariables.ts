/** Environment variables that decide which code a program runs. */

/** Variables with a list of folders or files, separated like `PATH`. */
const pathLists =
  /^(PATH|NODE_PATH|PYTHONPATH|PERL5LIB|RUBYLIB|CLASSPATH|LUA_PATH|GOPATH|PSMODULEPATH|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w*PATH)$/i;

/** Variables with options, commands or files. */
const otherCodeVariables =
  /^(NODE_OPTIONS|LD_PRELOAD|DYLD_INSERT_LIBRARIES|PYTHONHOME|PYTHONSTARTUP|PERL5OPT|RUBYOPT|BASH_ENV|ENV|ZDOTDIR|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|DENO_DIR|GIT_SSH|GIT_SSH_COMMAND|GIT_CONFIG\w*|GIT_EXEC_PATH|EDITOR|VISUAL|PAGER|SHELL|COMSPEC|PATHEXT|npm_config_\w+|npm_\w*execpath|BUN_\w+|UV_\w+|PIP_\w+|ELECTRON_RUN_AS_NODE|DOTNET_STARTUP_HOOKS)$/i;

/** True for a variable with a list of folders that a program searches for code. */
export function isCodeSearchPath(name: string): boolean {
  return pathLists.test(name);
}

/** True for a variable that can change which code a program runs. */
export function selectsCode(name: string): boolean {
  return isCodeSearchPath(name) || otherCodeVariables.test(name);
}

/** True for a variable with the folder in which the editor was started, which is often the open folder. */
export function isStartFolderVariable(name: string): boolean {
  return /^(PWD|OLDPWD|INIT_CWD|VSCODE_CWD)$/i.test(name);
}
