//! How much native stack a text can make the parser use, told from the text alone.
//!
//! The parser recurses once or more for every bracket and prefix operator that is open, and frees chains of left
//! operands recursively. For most texts it is enough to count every byte that could open something: that many
//! levels of stack are reserved, not used. For longer texts the tokens are read, and brackets matched; statements
//! and list elements that stand side by side do not add up then.
//!
//! Reading tokens without parsing leaves one question open: whether a `/` divides or begins a regular expression.
//! After a `}` and a few words that only the grammar can tell. Where it makes a difference to the brackets, both
//! readings are followed until they agree or one breaks off; the parser follows one of them.

use swc_common::BytePos;
use swc_common::input::StringInput;
use swc_ecma_ast::EsVersion;
use swc_ecma_parser::input::Tokens;
use swc_ecma_parser::unstable::{Token, TokenAndSpan};
use swc_ecma_parser::{Lexer, Syntax};

use super::SyntaxError;
use super::template::has_invalid_escape;
use crate::frontend::early_errors::{FIRST_BYTE, MAX_NESTING, MAX_TREE_DEPTH, TOO_DEEP};

/// Native stack that the parser takes for one level of nesting at most. Unoptimized code takes several times more.
const LEVEL_STACK: usize = if cfg!(debug_assertions) { 32 << 10 } else { 3 << 10 };

/// Native stack that freeing or checking one more link of a chain takes at most.
const LINK_STACK: usize = if cfg!(debug_assertions) { 2 << 10 } else { 512 };

/// Stack that is reserved without looking closer.
const QUICK_LIMIT: usize = 384 << 20;

/// `else`s and possible labels that are taken without looking closer: the parser takes quadratic time for chains of
/// `else`, and quadratic memory for nested labels.
const QUICK_ELSES: usize = 4_000;
const QUICK_LABELS: usize = 1_500;

/// Longest chain of `else`, and deepest nesting of labels, or of properties, which look alike.
const MAX_ELSES: usize = 8_000;
const MAX_LABELS: usize = 2_000;

/// The estimate from tokens counts up to four tokens for one level.
const ESTIMATE: usize = 4;

/// TypeScript's own operators on types that nest, besides those that begin as JavaScript's do.
const TYPE_OPERATORS: [&str; 4] = ["keyof", "unique", "readonly", "satisfies"];

/// What a text can make the parser build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Demand {
    /// Levels that the parser recurses.
    levels: usize,
    /// Links of chains, on top of the levels.
    links: usize,
}

impl Demand {
    /// Bounds what `source` can make the parser build.
    ///
    /// # Errors
    ///
    /// The text is nested too deeply, or its brackets do not match.
    pub(super) fn of(source: &str) -> Result<Self, SyntaxError> {
        let (quick, simple) = Self::quick(source.as_bytes());
        if simple && quick.bytes() <= QUICK_LIMIT {
            return Ok(quick);
        }
        let mut budget = 4 * source.len();
        match Scan::new(source).run(&mut budget) {
            Ok(height) => Ok(Self { levels: 2 * height.levels, links: 2 * height.links }),
            Err(Stop { offset, cause }) => Err(SyntaxError {
                message: match cause {
                    Cause::Malformed => "Invalid or unexpected token".into(),
                    Cause::TooDeep => TOO_DEEP.into(),
                    Cause::TooHard => "Program is too long to be parsed".into(),
                },
                offset,
            }),
        }
    }

    /// The same for a text in which tokens may not be JavaScript's. Where they cannot be read, every byte that could begin a level counts.
    ///
    /// # Errors
    ///
    /// The text is nested too deeply, or too long to tell.
    pub(super) fn of_dialect(source: &str) -> Result<Self, SyntaxError> {
        let (mut quick, _) = Self::quick(source.as_bytes());
        let operators: usize = TYPE_OPERATORS.iter().map(|word| source.matches(word).count()).sum();
        quick.levels += operators;
        if quick.bytes() <= QUICK_LIMIT {
            return Ok(quick);
        }
        match Self::of(source) {
            Err(error) if error.message == TOO_DEEP => Err(error),
            Err(_) if quick.bytes() > 2 * QUICK_LIMIT => {
                Err(SyntaxError { message: "Program is too long to be parsed".into(), offset: 0 })
            }
            Err(_) => Ok(quick),
            Ok(demand) => Ok(Self { levels: demand.levels + operators, ..demand }),
        }
    }

    /// Counts every byte that could begin a level or a link, in code or not. True if there are too few `else`s and
    /// labels to be afraid of.
    fn quick(source: &[u8]) -> (Self, bool) {
        let mut demand = Self::default();
        let mut elses = 0_usize;
        let mut labels = 0_usize;
        // The bytes before the last word, before the last `{`, and the last one; white space aside.
        let mut before_word = b';';
        let mut before_brace = b';';
        let mut last = b';';
        // The line has, or may have, a comment that goes on to its end.
        let mut comment = false;
        let mut index = 0;
        while let Some(&byte) = source.get(index) {
            let class = CLASSES[byte as usize];
            if class & WORD != 0 {
                before_word = match last {
                    // The first key of an object literal.
                    b'{' if matches!(before_brace, b'(' | b'[' | b'=' | b',' | b'?' | b'&' | b'|' | b'+') => b',',
                    last => last,
                };
                let start = index;
                index += 1;
                while let Some(&byte) = source.get(index)
                    && CLASSES[byte as usize] & WORD != 0
                {
                    index += 1;
                }
                if class & INITIAL != 0 && index > start + 1 {
                    let second = source[start + 1];
                    demand.levels += usize::from(begins_nesting_word(byte, second));
                    elses += usize::from((byte, second) == (b'e', b'l'));
                }
                last = source[index - 1];
                continue;
            }
            index += 1;
            demand.levels += usize::from(class & LEVEL);
            demand.links += usize::from((class & LINK) >> 1);
            match byte {
                b' ' | b'\t' => continue,
                b'\n' | b'\r' => {
                    // What ends a line may be in a comment.
                    if comment {
                        last = b'/';
                    }
                    comment = false;
                    continue;
                }
                b':' => labels += usize::from(may_be_label(&source[..index - 1], before_word, last)),
                b'{' => before_brace = last,
                b'/' | b'-' if last == byte => comment = true,
                _ => {}
            }
            last = byte;
        }
        (demand, elses <= QUICK_ELSES && labels <= QUICK_LABELS)
    }

    /// Bytes of native stack.
    pub(super) fn bytes(self) -> usize {
        self.levels * LEVEL_STACK + (self.levels + self.links) * LINK_STACK
    }
}

/// Where the first template without a tag and with an invalid escape is, or else where no program can have the tokens
/// that are there.
pub(super) fn invalid_template(source: &str) -> Option<u32> {
    let mut scan = Scan::new(source);
    let mut budget = 4 * source.len() + 16;
    match scan.run(&mut budget) {
        Err(stop) if scan.invalid_template.is_none() => Some(stop.offset),
        _ => scan.invalid_template,
    }
}

/// How many decorators a text has, by its tokens.
pub(super) fn count_decorators(source: &str) -> usize {
    let mut scan = Scan::new(source);
    let mut budget = 4 * source.len() + 16;
    let mut count = 0;
    while let Ok(Some(_)) = scan.step(&mut budget) {
        count += usize::from(scan.previous == Token::At);
    }
    count
}

const LEVEL: u8 = 1;
const LINK: u8 = 2;
const WORD: u8 = 4;
const INITIAL: u8 = 8;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'(' | b'[' | b'{' | b'`' | b'!' | b'~' | b'+' | b'-' | b'=' | b'?' | b'*' | b':' | b'@' => LEVEL,
            b'.' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>' => LINK,
            b'n' | b't' | b'v' | b'd' | b'a' | b'y' | b'e' | b'c' | b'i' | b'f' | b'w' => WORD | INITIAL,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' => WORD,
            // An escape can begin a keyword that the parser takes for one before it objects.
            b'\\' => LEVEL,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Whether the colon after `text` may end a label, given the bytes before its last word and before the colon: a label
/// is a word, and follows a statement, a keyword or an operand; no operator, no comma.
fn may_be_label(text: &[u8], before_word: u8, last: u8) -> bool {
    match last {
        b'"' | b'\'' | b')' | b']' | b'}' => false,
        _ if CLASSES[last as usize] & WORD == 0 => true,
        _ => {
            !matches!(
                before_word,
                b',' | b'?' | b'.' | b'(' | b'[' | b'=' | b'!' | b'~' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>'
            ) && !text.ends_with(b"default")
        }
    }
}

/// Whether a word that begins so may be a prefix operator, a statement with a statement inside, or a class.
fn begins_nesting_word(first: u8, second: u8) -> bool {
    matches!(
        (first, second),
        (b'n', b'e')
            | (b't', b'y' | b'r')
            | (b'v', b'o')
            | (b'd', b'e' | b'o')
            | (b'a', b'w' | b's')
            | (b'y', b'i')
            | (b'e', b'l' | b'x')
            | (b'c', b'l')
            | (b'i', b'n' | b'f')
            | (b'f', b'o' | b'u')
            | (b'w', b'h' | b'i')
    )
}

/// Levels and links on the longest way down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Height {
    levels: usize,
    links: usize,
    labels: usize,
}

impl Height {
    fn max(self, other: Self) -> Self {
        Self {
            levels: self.levels.max(other.levels),
            links: self.links.max(other.links),
            labels: self.labels.max(other.labels),
        }
    }

    fn too_deep(self) -> bool {
        self.levels > ESTIMATE * MAX_NESTING as usize
            || self.links > ESTIMATE * MAX_TREE_DEPTH as usize
            || self.labels > MAX_LABELS
    }
}

/// Why reading tokens ended early.
#[derive(Clone, Copy, Debug)]
struct Stop {
    offset: u32,
    cause: Cause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// No program has these tokens.
    Malformed,
    TooDeep,
    /// Too many readings are possible.
    TooHard,
}

/// What an open bracket belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    /// The head of `if`, `for`, `while` or `with`: a statement follows.
    Head,
    Paren,
    Square,
    Curly,
    /// `${` in a template.
    Template,
    /// The whole text.
    Text,
}

/// What stands between a bracket and where the scan is.
#[derive(Clone, Copy, Debug)]
struct Group {
    bracket: Bracket,
    /// The height of the statement or element being read, by tokens of its own.
    own: Height,
    /// The highest bracketed part of it.
    inner: Height,
    /// The highest statement or element that ended.
    ended: Height,
    /// Links of the chain of `else` being read: it goes on where semicolons and braces seem to end it.
    elses: usize,
}

impl Group {
    fn new(bracket: Bracket) -> Self {
        Self { bracket, own: Height::default(), inner: Height::default(), ended: Height::default(), elses: 0 }
    }

    /// A statement or element ends.
    fn end(&mut self) {
        self.ended = self.ended.max(Height {
            levels: self.own.levels + self.inner.levels,
            links: self.own.links + self.inner.links + self.elses,
            labels: self.own.labels + self.inner.labels,
        });
        self.own = Height::default();
        self.inner = Height::default();
    }

    fn height(mut self) -> Height {
        self.end();
        self.ended
    }
}

/// A reading of the text.
#[derive(Clone)]
struct Scan<'a> {
    source: &'a str,
    lexer: Lexer<'a>,
    groups: Vec<Group>,
    /// The token before, and the one before that.
    previous: Token,
    earlier: Token,
    /// The bracket that `previous` closed, if it did.
    closed: Bracket,
    begun: bool,
    /// How many times this reading parted from another.
    forks: u8,
    /// The first template that may lack a tag and has an invalid escape.
    invalid_template: Option<u32>,
}

/// How many times a reading may part from another.
const MAX_FORKS: u8 = 16;

impl<'a> Scan<'a> {
    fn new(source: &'a str) -> Self {
        let end = BytePos(FIRST_BYTE + source.len() as u32);
        let input = StringInput::new(source, BytePos(FIRST_BYTE), end);
        Self {
            source,
            lexer: Lexer::new(Syntax::default(), EsVersion::EsNext, input, None),
            groups: vec![Group::new(Bracket::Text)],
            previous: Token::Semi,
            earlier: Token::Semi,
            closed: Bracket::Text,
            begun: false,
            forks: 0,
            invalid_template: None,
        }
    }

    /// Reads the text to its end.
    fn run(&mut self, budget: &mut usize) -> Result<Height, Stop> {
        while self.step(budget)?.is_some() {}
        let offset = self.source.len() as u32;
        match &self.groups[..] {
            [group] => Ok(group.height()),
            _ => Err(Stop { offset, cause: Cause::Malformed }),
        }
    }

    /// Reads one token; its end, or none at the end of the text.
    fn step(&mut self, budget: &mut usize) -> Result<Option<u32>, Stop> {
        let token = if self.begun {
            self.lexer.next_token()
        } else {
            self.begun = true;
            self.lexer.first_token()
        };
        self.accept(token, budget)
    }

    fn accept(&mut self, token: TokenAndSpan, budget: &mut usize) -> Result<Option<u32>, Stop> {
        let start = token.span.lo.0 - FIRST_BYTE;
        let stop = |cause| Stop { offset: start, cause };
        *budget = budget.checked_sub(1).ok_or(stop(Cause::TooHard))?;
        let mut token = token;
        if matches!(token.token, Token::Slash | Token::DivEq) && self.is_regexp(start, budget)? {
            self.lexer.set_next_regexp(Some(token.span.lo));
            token = self.lexer.next_token();
            self.lexer.set_next_regexp(None);
        }
        if token.token == Token::RBrace && self.group().bracket == Bracket::Template {
            token = self.lexer.rescan_template_token(token.span.lo, false);
        }
        if matches!(token.token, Token::TemplateHead | Token::NoSubstitutionTemplateLiteral)
            && self.may_lack_tag()
            && self.has_invalid_escape(start)
        {
            self.invalid_template.get_or_insert(start);
        }
        if self.statement_ends_before(&token) {
            self.group().end();
        }
        if token.token != Token::Else && matches!(self.previous, Token::Semi | Token::RBrace) {
            self.group().elses = 0;
        }
        let mut closed = Bracket::Text;
        match token.token {
            Token::Eof => return Ok(None),
            Token::Error => return Err(stop(Cause::Malformed)),
            Token::LParen => {
                let head = matches!(self.previous, Token::If | Token::For | Token::While | Token::With)
                    && !matches!(self.earlier, Token::Dot | Token::Hash)
                    || self.previous == Token::Await && self.earlier == Token::For;
                self.open(if head { Bracket::Head } else { Bracket::Paren }, start)?;
            }
            Token::LBracket => self.open(Bracket::Square, start)?,
            Token::LBrace | Token::DollarLBrace => self.open(Bracket::Curly, start)?,
            Token::TemplateHead => self.open(Bracket::Template, start)?,
            Token::TemplateMiddle => self.group().end(),
            Token::TemplateTail => closed = self.close(|bracket| bracket == Bracket::Template, start)?,
            Token::RParen => {
                closed = self.close(|bracket| matches!(bracket, Bracket::Paren | Bracket::Head), start)?;
            }
            Token::RBracket => closed = self.close(|bracket| bracket == Bracket::Square, start)?,
            Token::RBrace => closed = self.close(|bracket| bracket == Bracket::Curly, start)?,
            Token::Semi | Token::Comma | Token::Case | Token::Default => self.group().end(),
            Token::Else => {
                self.group().elses += 1;
                if self.group().elses > MAX_ELSES {
                    return Err(stop(Cause::TooDeep));
                }
            }
            Token::Plus | Token::Minus | Token::PlusPlus | Token::MinusMinus if self.after_operand() => {
                self.group().own.links += 1;
            }
            Token::Bang
            | Token::Tilde
            | Token::Plus
            | Token::Minus
            | Token::PlusPlus
            | Token::MinusMinus
            | Token::Exp
            | Token::QuestionMark
            | Token::Colon
            | Token::Arrow
            | Token::DotDotDot
            | Token::At
            | Token::New
            | Token::TypeOf
            | Token::Void
            | Token::Delete
            | Token::Await
            | Token::Yield
            | Token::Do
            | Token::If
            | Token::For
            | Token::While
            | Token::With
            | Token::Class
            | Token::Extends
            | Token::Asterisk => {
                let group = self.group();
                group.own.levels += 1;
                group.own.links += 1;
                group.own.labels += usize::from(token.token == Token::Colon);
            }
            other if other.is_assign_op() => {
                let group = self.group();
                group.own.levels += 1;
                group.own.links += 1;
                group.own.labels += usize::from(token.token == Token::Colon);
            }
            // `?.` comes as two tokens.
            Token::Dot if self.previous == Token::QuestionMark => {
                let group = self.group();
                group.own.levels = group.own.levels.saturating_sub(1);
            }
            Token::Dot | Token::NoSubstitutionTemplateLiteral | Token::In | Token::InstanceOf => {
                self.group().own.links += 1
            }
            other if other.is_bin_op() => self.group().own.links += 1,
            _ => {}
        }
        if self.group().own.too_deep() {
            return Err(stop(Cause::TooDeep));
        }
        self.earlier = self.previous;
        self.previous = token.token;
        self.closed = closed;
        Ok(Some(token.span.hi.0 - FIRST_BYTE))
    }

    /// The innermost group; the outermost one is never closed.
    fn group(&mut self) -> &mut Group {
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    fn open(&mut self, bracket: Bracket, offset: u32) -> Result<(), Stop> {
        self.group().own.links += 1;
        self.groups.push(Group::new(bracket));
        if self.groups.len() > ESTIMATE * MAX_NESTING as usize {
            return Err(Stop { offset, cause: Cause::TooDeep });
        }
        Ok(())
    }

    fn close(&mut self, expected: impl Fn(Bracket) -> bool, offset: u32) -> Result<Bracket, Stop> {
        let group = *self.group();
        if !expected(group.bracket) {
            return Err(Stop { offset, cause: Cause::Malformed });
        }
        self.groups.pop();
        let mut height = group.height();
        height.levels += 1;
        let cause = Cause::TooDeep;
        let outer = self.group();
        outer.inner = outer.inner.max(height);
        if height.too_deep() {
            return Err(Stop { offset, cause });
        }
        Ok(group.bracket)
    }

    /// Whether the token cannot belong to the same statement as the one before: a block ended, or two operands
    /// meet across a line break.
    fn statement_ends_before(&self, token: &TokenAndSpan) -> bool {
        let begins_operand = (token.token.is_word()
            && !matches!(
                token.token,
                Token::Else
                    | Token::Catch
                    | Token::Finally
                    | Token::While
                    | Token::In
                    | Token::InstanceOf
                    | Token::Of
                    | Token::As
                    | Token::From
                    | Token::Extends
            ))
            || matches!(token.token, Token::Str | Token::Num | Token::BigInt | Token::LBrace | Token::At);
        if !begins_operand {
            return false;
        }
        self.previous == Token::RBrace || self.after_operand() && token.had_line_break && token.token != Token::LBrace
    }

    /// Whether the template at `start` has an invalid escape. After an HTML-like comment the lexer says that a token
    /// begins where the comment does.
    fn has_invalid_escape(&self, start: u32) -> bool {
        let template = &self.source.as_bytes()[start as usize..];
        template.first() != Some(&b'`') || has_invalid_escape(template)
    }

    /// Whether a template that follows may have no tag.
    fn may_lack_tag(&self) -> bool {
        let property = self.earlier == Token::Dot && self.previous.is_word();
        let name = self.previous.is_known_ident() && self.previous != Token::Of || self.previous == Token::Super;
        !(property || name || self.after_operand())
    }

    /// Whether an operand ended, for certain.
    fn after_operand(&self) -> bool {
        match self.previous {
            Token::RParen => self.closed != Bracket::Head,
            Token::RBracket
            | Token::Str
            | Token::Num
            | Token::BigInt
            | Token::Regex
            | Token::TemplateTail
            | Token::NoSubstitutionTemplateLiteral
            | Token::Ident
            | Token::This
            | Token::Null
            | Token::True
            | Token::False => true,
            _ => false,
        }
    }

    /// Whether the `/` at `start` begins a regular expression, where the token before tells.
    fn is_regexp(&mut self, start: u32, budget: &mut usize) -> Result<bool, Stop> {
        if matches!(self.earlier, Token::Dot | Token::Hash) && self.previous.is_word() {
            return Ok(false);
        }
        let sure = match self.previous {
            Token::RParen => Some(self.closed == Bracket::Head),
            Token::RBracket
            | Token::Num
            | Token::BigInt
            | Token::Regex
            | Token::NoSubstitutionTemplateLiteral
            | Token::TemplateTail
            | Token::This
            | Token::Super
            | Token::Null
            | Token::True
            | Token::False => Some(false),
            Token::RBrace | Token::PlusPlus | Token::MinusMinus | Token::Await | Token::Yield | Token::Of => None,
            Token::Str => match self.earlier {
                Token::From | Token::Import => None,
                _ => Some(false),
            },
            Token::Ident => match self.earlier {
                Token::Break | Token::Continue => None,
                _ => Some(false),
            },
            other if other.is_known_ident() || other == Token::Let => None,
            _ => Some(true),
        };
        match sure {
            Some(sure) => Ok(sure),
            None => self.weigh_regexp(start as usize, budget),
        }
    }

    /// Follows the reading in which the `/` at `start` divides, and tells whether the other one is possible at all.
    fn weigh_regexp(&mut self, start: usize, budget: &mut usize) -> Result<bool, Stop> {
        let hard = Stop { offset: start as u32, cause: Cause::TooHard };
        let (regexp, length) = regexp_at(&self.source.as_bytes()[start..]);
        *budget = budget.checked_sub(length + self.groups.len()).ok_or(hard)?;
        let Some(plain) = regexp else {
            return Ok(false);
        };
        let end = start + length;
        if self.forks == MAX_FORKS {
            return Err(hard);
        }
        let mut division = self.clone();
        division.forks += 1;
        // Read as operators and operands, the expression adds at most its length.
        let group = self.group();
        group.own.levels += length;
        group.own.links += length;
        if plain {
            return Ok(true);
        }
        division.earlier = division.previous;
        division.previous = Token::Slash;
        let outcome = self.follow_division(&mut division, end, budget);
        self.invalid_template = self.invalid_template.or(division.invalid_template);
        let height = outcome?;
        let group = self.group();
        group.inner = group.inner.max(height);
        Ok(true)
    }

    /// Reads on where a `/` divides, until that reading agrees with the other one at `end`, or as far as it goes. What
    /// it adds to the height.
    fn follow_division(&self, division: &mut Self, end: usize, budget: &mut usize) -> Result<Height, Stop> {
        let outcome = loop {
            match division.step(budget) {
                Ok(Some(position)) if (position as usize) < end => {}
                Ok(Some(position)) if position as usize == end && division.same_brackets(self) => {
                    return Ok(division.group().inner);
                }
                Ok(Some(_)) => break division.run(budget),
                Ok(None) => return Ok(Height::default()),
                Err(stop) => break Err(stop),
            }
        };
        match outcome {
            Err(stop) if stop.cause == Cause::Malformed => Ok(Height::default()),
            other => other,
        }
    }

    fn same_brackets(&self, other: &Self) -> bool {
        self.groups.len() == other.groups.len()
            && self.groups.iter().zip(&other.groups).all(|(a, b)| a.bracket == b.bracket)
    }
}

/// Reads a text that begins with `/` as a regular expression: whether its pattern has nothing that opens, closes or
/// quotes, none if there is no end to it; and how many bytes were read, flags included.
fn regexp_at(text: &[u8]) -> (Option<bool>, usize) {
    let mut index = 1;
    let mut in_class = false;
    let mut plain = true;
    loop {
        match text.get(index) {
            None | Some(b'\n' | b'\r') => return (None, index),
            Some(b'/') if !in_class => break,
            Some(b'\\') => {
                plain = false;
                index += 1;
                if matches!(text.get(index), None | Some(b'\n' | b'\r')) {
                    return (None, index);
                }
            }
            Some(b'[') => {
                in_class = true;
                plain = false;
            }
            Some(b']') => {
                in_class = false;
                plain = false;
            }
            Some(b'(' | b')' | b'{' | b'}' | b'\'' | b'"' | b'`' | b'/' | b'*' | b'<' | b'-' | b'#') => plain = false,
            Some(_) => {}
        }
        index += 1;
    }
    index += 1;
    let flags = text[index..]
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\' | 0x80..))
        .count();
    (Some(plain), index + flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn height(source: &str) -> Result<Height, Cause> {
        let mut budget = 100 * source.len();
        Scan::new(source).run(&mut budget).map_err(|stop| stop.cause)
    }

    fn levels(source: &str) -> usize {
        height(source).map_or(usize::MAX, |height| height.levels)
    }

    #[test]
    fn siblings_do_not_add_up() {
        let deep = levels("a((((b))))");
        assert!((4..10).contains(&deep), "{deep}");
        for line in [
            "a(b);",
            "function f() { return a ? b : !c; }",
            "a = b\n",
            "a.b = c(d)\n",
            "if (a) b; else c;",
            "if (a) { b } else { c }",
            "class A { a = 1\n b() {} }",
            "x = `${a}${b}`\n",
            "switch (a) { case 0: case 1: b; default: c }",
            "if (a) { b }\n/c[(]/.d;",
            "}/x/.y;{".trim_matches(|c| c == '}' || c == '{'),
        ] {
            let many = levels(&line.repeat(1_000));
            assert!(many < 40, "{line}: {many}");
        }
        let list = format!("[{}]", "(a),".repeat(1_000));
        assert!(levels(&list) < 5);
    }

    #[test]
    fn nesting_adds_up() {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("`${", "}`"),
            ("if (a)\n", ""),
            ("if (a) ", ""),
            ("a = ", ""),
            ("a =>\n", ""),
            ("async a => ", ""),
            ("a: ", ""),
            ("do ", " while (a)"),
            ("!", ""),
            ("new ", ""),
            ("class A extends ", "{}"),
            ("for (;;)\n", ""),
        ] {
            let source = format!("{}a{}", open.repeat(1_000), close.repeat(1_000));
            assert!(levels(&source) >= 1_000, "{open}");
        }
        for link in [".a", "+a", "()", "``", " in a"] {
            let links = height(&format!("a{}", link.repeat(1_000))).map_or(0, |height| height.links);
            assert!(links >= 1_000, "{link}");
        }
        let elses = height(&"if (a) b; else ".repeat(1_000)).map_or(0, |height| height.links);
        assert!(elses >= 1_000);
    }

    #[test]
    fn slashes() {
        for source in [
            "if (a) /[(]/.b",
            "a = b / (c) / d",
            "{} /[(]/.a",
            "x = {} / (a) / b",
            "a.if (b) / (c) / d",
            "a++ / (b) / c",
            "`${a}` / (b) / c",
            "return /[(]/",
            "{}/'/.a",
            "for await (a of b) /[(]/.c",
            "break a\n/[(]/.b",
        ] {
            assert!(height(source).is_ok(), "{source}");
        }
        for source in ["(", ")", "[}", "a(b]", "`${", "if (a) /("] {
            assert_eq!(height(source), Err(Cause::Malformed), "{source}");
        }
    }
}
