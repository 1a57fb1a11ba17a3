// Patterns for calls in other languages that do what a shell command would.

/** A call in some language, and the shell command that does the same. */
export interface Call {
  /** Ends just before the first argument. */
  call: RegExp;
  /** `shell`: the argument is shell source. `words`: the arguments are the words of a command. Otherwise: that command. */
  like: 'shell' | 'words' | 'fetch' | 'rm' | 'rm -r' | 'cat' | 'write' | 'chmod' | 'mv' | 'cp' | 'sql';
}

/** Functions that pass a string to a shell, in any of the languages. */
export const SHELL_CALLS =
  /(?<![\w$])(?:system2?|popen[2-4]?|run|call|check_call|check_output|Popen|getoutput|getstatusoutput|spawn|spawnSync|create_subprocess_shell|execSync|execaCommand(?:Sync)?|execa|exec|shell_exec|passthru|proc_open|pcntl_exec|os\.execute|capture[23]e?|pipeline|cmd|shell|sh|[Dd][Oo]\s+[Ss][Hh][Ee][Ll][Ll]\s+[Ss][Cc][Rr][Ii][Pp][Tt])\s*[({[]?\s*(?=(?:(?:cmd|command|args)\s*[=:]\s*)?(?:shlex\.split\(\s*)?[frbu]{0,2}['"`])|(?:`|\bqx\s*[({[</]|\bqx[!|~#]|%x\s*[({[])/g;

export const CALLS: readonly Call[] = [
  {
    call: /(?<![\w.])open\s*\(?\s*(?:my\s+)?\$?\w+\s*,\s*(?:['"][<>+]*(?::\w+)?['"]\s*,\s*)?(?=['"])/g,
    like: 'cat',
  },
  {
    call: /(?<![\w])(?:subprocess\.(?:run|call|check_call|check_output|Popen)|(?:child_process|cp|require\(['"](?:node:)?child_process['"]\))?\.?(?:spawn|spawnSync|execFile|execFileSync|fork)|Bun\.spawn(?:Sync)?|os\.exec[lv]p?e?|os\.(?:posix_)?spawn\w*|create_subprocess_exec|System\.cmd|IO\.popen|system|exec|Open3\.\w+|Deno\.Command|execa(?:Sync)?)\s*\(\s*(?:args\s*=\s*)?(?=\[|\(\s*['"]|['"][\w./-]+['"]\s*,)/g,
    like: 'words',
  },
  // Without their module only with a list: many other functions have these names.
  {
    call: /(?<![\w.])(?:run|call|check_call|check_output|Popen)\s*\(\s*(?:args\s*=\s*)?(?=[[(]\s*['"])/g,
    like: 'words',
  },
  { call: /\b(?:shell|shelljs|sh|require\(['"]shelljs['"]\))\.(?=rm\s*\()/g, like: 'words' },
  { call: /\barray_map\(\s*['"]unlink['"]\s*,\s*glob\s*\(\s*/g, like: 'rm' },
  { call: /\bnew File\s*\(\s*(?=['"][^'"]*['"]\s*\)\s*\.(?:deleteDir|delete)\b)/g, like: 'rm -r' },
  { call: /(?<![\w$])(?:os\.|fs\.|File\.)?chmod(?:Sync)?[\s(]\s*(?=[\w'"])/g, like: 'chmod' },
  { call: /(?<![\w.$>])(?:system|exec)\s+(?=['"][\w./-]+['"]\s*,)/g, like: 'words' },
  {
    call: /(?:shutil\.rmtree|rmtree|remove_tree|send2trash|FileUtils\.(?:rm_rf|rm_r|remove_dir|remove_entry\w*|rmtree)|rm_rf|rm_r|(?<![\w.$])rm(?:dir)?(?=\(\s*['"])|removeItem(?=\(\s*at)|fs\.(?:rmSync|rm|rmdirSync|rmdir|removeSync|remove|emptyDirSync|emptyDir)|(?:fsp|fsPromises|promises|fse)\.(?:rm|rmdir|remove|removeSync|emptyDir)|\.(?:rmSync|rmdirSync)|(?<![\w.])(?:rmSync|rmdirSync|rimraf(?:\.sync|Sync)?|require\(['"]rimraf['"]\)(?:\.sync|\.rimraf(?:Sync)?)?|del\.sync|deltree)|File::Path::(?:rmtree|remove_tree)|os\.removedirs|Deno\.remove(?:Sync)?|File\.rm_rf!?|dir\.delete)\s*\(?\s*/g,
    like: 'rm -r',
  },
  {
    call: /(?:os\.(?:remove|unlink|rmdir)|fs\.(?:unlinkSync|unlink)|(?:fsp|fsPromises|promises)\.unlink|\.(?:unlinkSync)|(?<![\w.])(?:unlink|unlinkSync)|File\.(?:delete|unlink)|FileUtils\.rm(?:_f)?(?!\w)|Dir\.(?:rmdir|delete|unlink)|file\.remove|Bun\.file\([^)]*\)\.delete)\s*\(?\s*/g,
    like: 'rm',
  },
  {
    call: /(?:pathlib\.)?Path\s*\(\s*(?=['"][^'"]*['"]\s*\)\s*(?:\.\w+\(\))*\.(?:unlink|rmdir)\b)/g,
    like: 'rm',
  },
  {
    call: /(?<![\w])(?:open|fs\.createReadStream|readFile(?:Sync)?|File\.(?:read|open|readlines)|IO\.read|file_get_contents|readfile|io\.open|Bun\.file|Deno\.readTextFile(?:Sync)?|load_dotenv|dotenv_values|readLines|read\.csv|fopen|File\.new|slurp|read_text)\s*\(\s*/g,
    like: 'cat',
  },
  {
    call: /(?:pathlib\.)?Path\s*\(\s*(?=['"][^'"]*['"]\s*\)\s*(?:\.\w+\(\))*\.(?:read_text|read_bytes|open)\b)/g,
    like: 'cat',
  },
  {
    call: /(?:pathlib\.)?Path\s*\(\s*(?=['"][^'"]*['"]\s*\)\s*(?:\.\w+\(\))*\.(?:write_text|write_bytes|touch)\b)/g,
    like: 'write',
  },
  {
    call: /(?:fs\.(?:writeFileSync|writeFile|appendFileSync|appendFile|truncateSync|truncate|createWriteStream)|(?:fsp|promises|fsPromises)\.(?:writeFile|appendFile|truncate)|writeFileSync|appendFileSync|(?:File|IO)\.(?:bin)?write|file_put_contents|Bun\.write|Deno\.writeTextFile(?:Sync)?|os\.truncate)\s*\(\s*/g,
    like: 'write',
  },
  {
    call: /(?:shutil\.move|os\.(?:rename|replace)|fs\.(?:renameSync|rename)|FileUtils\.mv|File\.rename|(?<![\w.])rename)\s*\(\s*/g,
    like: 'mv',
  },
  {
    call: /(?:shutil\.copy(?:2|file|tree)?|fs\.(?:copyFileSync|copyFile|cpSync|cp|copySync|copy)|(?:fsp|promises|fsPromises|fse)\.(?:copyFile|cp|copy)|(?<![\w.])(?:copyFileSync|copyfile|copytree)|FileUtils\.(?:cp|cp_r|copy)|IO\.copy_stream|Deno\.copyFile(?:Sync)?)\s*\(\s*/g,
    like: 'cp',
  },
  { call: /(?<![\w])(?:urlretrieve|wget\.download|download\.file)\s*\(\s*/g, like: 'fetch' },
  {
    call: /(?:\.(?:execute|executemany|executescript|query|exec|run|raw|executeRaw(?:Unsafe)?|\$executeRawUnsafe|\$executeRaw))\s*\(\s*/g,
    like: 'sql',
  },
];
