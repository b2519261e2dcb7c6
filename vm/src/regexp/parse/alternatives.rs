//! Alternatives that begin alike (prefix factoring): what they have in common is matched once, `ab|ac` as `a(?:b|c)`.
//!
//! Alternatives that begin with different characters exclude each other, so that their order says nothing: neighbours that all begin with a character are
//! sorted by it first. Lists of a thousand words, as of HTML's entities or a language's keywords, become trees.

use super::super::set::CodePointSet;
use super::super::tree::{Node, NodeId};
use super::{Parser, close};

/// Levels of the tree that is made of one list.
const MAX_LEVELS: u32 = 50;

/// An alternative's terms.
type Terms = Vec<NodeId>;

impl Parser<'_> {
    /// The node of some alternatives, in their order of preference.
    pub(super) fn choice(&mut self, alternatives: Vec<NodeId>) -> NodeId {
        // Lookbehinds are matched from the end, where what excludes each other is something else.
        if self.is_behind || alternatives.len() < 2 {
            return self.choose(alternatives);
        }
        let ways = alternatives.iter().map(|&id| self.terms(id)).collect();
        self.factored(ways, 0)
    }

    fn factored(&mut self, mut ways: Vec<Terms>, level: u32) -> NodeId {
        self.sort(&mut ways);
        let mut nodes = Vec::new();
        let mut rest = &ways[..];
        while let [way, ..] = rest {
            let alike = match way.first() {
                Some(&first) if level < MAX_LEVELS && self.is_character(first) => {
                    rest.iter().take_while(|other| self.begins_alike(way, other)).count()
                }
                _ => 1,
            };
            let (group, others) = rest.split_at(alike);
            nodes.push(if alike > 1 { self.with_common_prefix(group, level) } else { self.sequence(way) });
            rest = others;
        }
        self.choose(nodes)
    }

    /// Alternatives that begin with the same character.
    fn with_common_prefix(&mut self, group: &[Terms], level: u32) -> NodeId {
        let first = &group[0];
        let common = (1..first.len()).find(|&i| {
            !self.is_character(first[i])
                || group.iter().any(|way| way.get(i).is_none_or(|&id| !self.is_same(id, first[i])))
        });
        let common = common.unwrap_or(first.len());
        let rests = group.iter().map(|way| way.get(common..).unwrap_or(&[]).to_vec()).collect();
        let rest = self.factored(rests, level + 1);
        let mut terms = first[..common].to_vec();
        terms.extend(self.terms(rest));
        self.sequence(&terms)
    }

    /// Sorts neighbours that begin with a character, by it.
    fn sort(&self, ways: &mut [Terms]) {
        let is_sortable = |way: &Terms| way.first().is_some_and(|&first| self.first_character(first).is_some());
        for run in ways.chunk_by_mut(|a, b| is_sortable(a) && is_sortable(b)) {
            if run.len() > 2 {
                // Stable: those that begin alike stay in order.
                run.sort_by_cached_key(|way| self.first_character(way[0]));
            }
        }
    }

    /// The character that a node matches, the smallest of those that are equal to it: two nodes with different ones never match the same.
    fn first_character(&self, id: NodeId) -> Option<u32> {
        let (first, own) = match self.pattern.node(id) {
            Node::Char(c) => (c, None),
            Node::Set(set) => {
                let set = &self.pattern.sets[set as usize];
                (set.ranges().first()?.0, Some(set))
            }
            _ => return None,
        };
        // Modifiers may make case matter for a part of the alternatives only.
        let mut equal = CodePointSet::from_ranges(&[(first, first)]);
        if let Some(folding) = self.folding() {
            close(&mut equal, folding);
        }
        match own {
            None => equal.single().map(|_| first),
            Some(own) => (*own == equal).then_some(first),
        }
    }

    /// It matches exactly one character.
    fn is_character(&self, id: NodeId) -> bool {
        matches!(self.pattern.node(id), Node::Char(_) | Node::Set(_))
    }

    fn is_same(&self, a: NodeId, b: NodeId) -> bool {
        self.pattern.node(a) == self.pattern.node(b)
    }

    fn begins_alike(&self, a: &Terms, b: &Terms) -> bool {
        a.first().zip(b.first()).is_some_and(|(&a, &b)| self.is_same(a, b))
    }

    fn terms(&self, id: NodeId) -> Terms {
        match self.pattern.node(id) {
            Node::Empty => Vec::new(),
            Node::Sequence(list) => self.pattern.list(list).to_vec(),
            _ => vec![id],
        }
    }

    /// The node of terms that follow each other.
    pub(super) fn sequence(&mut self, terms: &[NodeId]) -> NodeId {
        match *terms {
            [] => self.add(Node::Empty),
            [one] => one,
            _ => {
                let list = self.list(terms);
                self.add(Node::Sequence(list))
            }
        }
    }

    fn choose(&mut self, alternatives: Vec<NodeId>) -> NodeId {
        if let [one] = alternatives[..] {
            return one;
        }
        let list = self.list(&alternatives);
        self.add(Node::Choice(list))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::flags::Flags;
    use super::super::super::tree::{Node, NodeId, Pattern};
    use super::super::parse;
    use crate::string::StrView;

    fn text(pattern: &Pattern, id: NodeId) -> String {
        match pattern.node(id) {
            Node::Empty => String::new(),
            Node::Char(c) => char::from_u32(c).unwrap().into(),
            Node::Set(set) => {
                let ranges = pattern.sets[set as usize].ranges();
                ranges.iter().fold("[".to_owned(), |text, &(c, _)| text + &char::from_u32(c).unwrap().to_string()) + "]"
            }
            Node::Sequence(list) => pattern.list(list).iter().map(|&id| text(pattern, id)).collect(),
            Node::Choice(list) => {
                let ways: Vec<String> = pattern.list(list).iter().map(|&id| text(pattern, id)).collect();
                format!("({})", ways.join("|"))
            }
            Node::Group { body, .. } => format!("<{}>", text(pattern, body)),
            Node::Look { body, .. } => format!("look {}", text(pattern, body)),
            Node::Repeat(repeat) => format!("{}*", text(pattern, repeat.body)),
            _ => "?".into(),
        }
    }

    fn tree(source: &str, flags: &str) -> String {
        let flags = Flags::parse(StrView::Latin1(flags.as_bytes())).unwrap();
        let pattern = parse(StrView::Latin1(source.as_bytes()), flags).unwrap();
        text(&pattern, pattern.root)
    }

    #[test]
    fn common_prefixes_are_matched_once() {
        assert_eq!(tree("abc|abd|ab", ""), "ab(c|d|)");
        assert_eq!(tree("abc|x|abd|xy", ""), "(ab(c|d)|x(|y))");
        assert_eq!(tree("ab|ab", ""), "ab(|)");
        assert_eq!(tree("[ab]c|[ab]d", ""), "[a](c|d)");
        assert_eq!(tree("a(b)|a(c)", ""), "a(<b>|<c>)");
        assert_eq!(tree("Ab|aC", "i"), "[Aa]([Bb]|[Cc])");
    }

    #[test]
    fn order_stays_where_it_matters() {
        // Sets overlap; so do a repetition and anything else, and what ignores case and what does not.
        assert_eq!(tree("[ab]x|az|[ab]y", ""), "([a]x|az|[a]y)");
        assert_eq!(tree("ax|b*|ay", ""), "(ax|b*|ay)");
        assert_eq!(tree("(?i:a)x|ay|(?i:a)z", ""), "([Aa]x|ay|[Aa]z)");
        assert_eq!(tree("ax|(?-i:a)y|az", "i"), "([Aa][Xx]|a[Yy]|[Aa][Zz])");
        assert_eq!(tree("ax||ay", ""), "(ax||ay)");
        assert_eq!(tree("(?<=ab|b|ac)", ""), "look (ab|b|ac)");
    }
}
