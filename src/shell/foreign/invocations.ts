// Calls of functions: with parentheses, without them, with a block, and through a function that is passed on.
import type { Arguments } from './brackets.ts';
import { isKnownCallee, methodKind } from './calls.ts';
import { WORD_OPERATORS } from './lexis.ts';
import { Primaries } from './primaries.ts';
import { callbackValues } from './results.ts';
import type { Token } from './tokenize.ts';
import { elementOf, made, textsOf, UNKNOWN, type Value } from './value.ts';

/** Words that end the arguments of a call without parentheses. */
const ENDS_BARE = new Set('if unless while until do and or for foreach end then else xor'.split(' '));

/** Lists that grow beyond this are not followed. */
const MAX_ITEMS = 64;

/** `connection.query "DROP TABLE a"` of Ruby. */
const isQuery = ({ ref = '', self }: Value, isText: boolean): boolean =>
  isText && self !== undefined && methodKind(ref.slice(ref.lastIndexOf('.') + 1)) === 'sql';

export abstract class Invocations extends Primaries {
  protected call(value: Value): Value {
    const method = this.methodName();
    if (method !== undefined) {
      const defined = this.definition(this.token());
      this.bindMethod(method, defined);
      return defined;
    }
    const before = this.callback;
    this.callback = callbackValues(value);
    this.at++;
    const given = this.bracketed(() => this.items(')'));
    this.callback = before;
    return this.called(value, given);
  }

  /** The name in `remove(path) { … }`, which defines a method of a class. */
  private methodName(): string | undefined {
    if (this.language !== 'node' || !this.opensBody(this.closing(this.at) + 1)) return undefined;
    const [before, name] = [this.tokens[this.at - 2], this.tokens[this.at - 1]];
    const isMember =
      before === undefined ||
      /^(?:[{};,*]|async|static|get|set|public|private|protected|override)$/.test(before.text);
    return isMember && name?.kind === 'name' ? name.text : undefined;
  }

  /** `{`, or a type and `{`. */
  private opensBody(at: number): boolean {
    const [first, type, last] = this.tokens.slice(at, at + 3);
    return first?.text === '{' || (first?.text === ':' && type?.kind === 'name' && last?.text === '{');
  }

  protected isBareCall(value: Value, token: Token): boolean {
    if (!this.lexis.bareCalls || this.startsLine || token.first) return false;
    const isText = token.kind === 'text' || token.kind === 'shell';
    // `system"ls"` and `system$_` need no blank.
    if (!token.spaced && !isText && !/^[$@]/.test(token.text)) return false;
    const begins =
      this.isProgramBlock(value) ||
      isText ||
      (token.kind === 'name' && !ENDS_BARE.has(token.text) && !WORD_OPERATORS.has(token.text)) ||
      (token.kind === 'sign' && /^[[\\<-]$/.test(token.text) && !this.token(1).spaced);
    return (
      begins && value.ref !== undefined && (isKnownCallee(this.language, value.ref) || isQuery(value, isText))
    );
  }

  /** `exec { 'rm' } @words` of Perl: the block is the program. */
  private isProgramBlock({ ref }: Value): boolean {
    return this.language === 'perl' && this.isSign('{') && (ref === 'exec' || ref === 'system');
  }

  protected bareCall(value: Value): Value {
    const found: Arguments = { args: [], named: new Map() };
    if (this.isProgramBlock(value)) this.braces();
    for (;;) {
      const token = this.token();
      if (this.ended || this.startsLine) break;
      if (token.kind === 'sign' && /^[;)\]}]$/.test(token.text)) break;
      if (token.kind === 'name' && ENDS_BARE.has(token.text)) break;
      if (this.isSign(',')) {
        this.at++;
        continue;
      }
      const before = this.at;
      this.item(found);
      if (this.at === before || !this.isSign(',')) break;
    }
    return this.called(value, found);
  }

  protected isBlock(token: Token): boolean {
    if (this.language !== 'ruby') return false;
    return (
      (this.isSign('{') && this.isSign('|', 1)) ||
      (token.kind === 'name' && token.text === 'do' && this.isSign('|', 1))
    );
  }

  /** `list.each { |x| … }`: the name gets the items of the list. */
  protected block(value: Value): Value {
    const braces = this.isSign('{');
    const [given = UNKNOWN] = callbackValues(value.self ? value : { ...UNKNOWN, self: value, ref: '.each' });
    this.at += 2;
    while (!this.ended && !this.isSign('|')) {
      if (this.token().kind === 'name') this.bind(this.token().text, given);
      this.at++;
    }
    // The second bar takes the place of the opening brace.
    if (braces) this.braces();
    else this.at++;
    return value;
  }

  protected called(value: Value, given: Arguments): Value {
    const { args, named } = given;
    this.noteIndirect(value, given);
    this.noteGrowth(value, args);
    this.noteFound(value, args);
    // `Cleaner.new('/x')` of Ruby.
    if (value.ref === '.new' && value.self?.fn && value.self.fn.given.length < 8)
      value.self.fn.given.push(args);
    if (value.fn) {
      if (value.fn.given.length < 8) value.fn.given.push(args);
      return made(args);
    }
    // `list.map((x) => …)`: the values that the function returns.
    const mapped = /\.(?:map|flatMap|collect)$/.test(value.ref ?? '') ? args[0]?.fn?.result : undefined;
    if (mapped?.texts) return { items: [mapped], origins: mapped.origins };
    const callee = value.ref ?? (value.self ? '.?' : undefined);
    if (callee === undefined) return made([value, ...args]);
    return this.record({ callee, self: value.self, args, named });
  }

  /** `words.append(x)`, `words.push(x)`, `push @words, $x`: the list has more items from now on. */
  private noteGrowth({ ref = '', self }: Value, args: readonly Value[]): void {
    const name = ref.slice(ref.lastIndexOf('.') + 1);
    if (!/^(?:append|extend|push|push_back|add|concat)$/.test(name)) return;
    const [list, more] = ref === 'push' ? [args[0], args.slice(1)] : [self, args];
    // `('ls')` of Perl is a list if it is assigned to one.
    const items = list?.items ?? (list?.name?.startsWith('@') && list.texts ? [list] : undefined);
    if (!list || !items || list.name === undefined || items.length > MAX_ITEMS) return;
    const added = name === 'extend' || ref === 'push' ? more.flatMap((one) => one.items ?? [one]) : more;
    this.bind(list.name, { items: [...items, ...added], origins: list.origins });
  }

  /** `find(sub { unlink $_ }, '/x')` of Perl: the function is called with every file below the folder. */
  private noteFound({ ref = '' }: Value, args: readonly Value[]): void {
    const folder = args.findLast(({ texts }) => texts);
    if (this.language !== 'perl' || !/^(?:File\.Find\.)?find(?:depth)?$/.test(ref) || !folder) return;
    const found = { ...folder, texts: textsOf(folder).map((one) => `${one}/*`), glob: true as const };
    for (const name of ['$_', '$File::Find::name', '$File.Find.name']) this.bind(name, found);
  }

  /** `map(os.system, list)`, `list.forEach(execSync)`, `Thread(target=f, args=…)`, `f.call(x, …)`: calls of a function that is passed on. */
  private noteIndirect(value: Value, { args, named }: Arguments): void {
    const name = value.ref?.slice(value.ref.lastIndexOf('.') + 1) ?? '';
    const call = (callee: Value | undefined, passed: readonly Value[]) =>
      callee?.ref !== undefined &&
      isKnownCallee(this.language, callee.ref) &&
      this.record({ callee: callee.ref, self: callee.self, args: passed, named: new Map() });
    if (/^(?:map|filter|starmap|imap|each|forEach|flatMap|array_map|array_walk)$/.test(name)) {
      const list = value.self?.items ? value.self : args[1];
      if (list) call(args[0], [elementOf(list)]);
    } else if (/^(?:Thread|Process|Timer)$/.test(name))
      call(named.get('target') ?? args[1], named.get('args')?.items ?? []);
    else if (
      /^(?:submit|partial|call_soon|run_in_executor|to_thread|call_user_func|setTimeout|setImmediate)$/.test(
        name,
      )
    )
      call(args[0], args.slice(1));
    else if (name === 'call' || name === 'apply')
      call(
        { ...value, ref: value.ref?.slice(0, -name.length - 1) as string },
        name === 'call' ? args.slice(1) : (args[1]?.items ?? []),
      );
  }
}
