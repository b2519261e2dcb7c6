//! What is typed.

use super::Order;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

/// What the screen shows, as far as the user chooses.
pub struct View {
    pub order: Order,
    pub filter: String,
    /// The filter is being typed.
    pub is_typing: bool,
    pub is_frozen: bool,
    pub shows_help: bool,
    pub selected: usize,
}

/// What follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    Quit,
    Draw,
    /// The rows are others.
    Sort,
    Nothing,
}

/// Keys and what they do.
pub const HELP: [(&str, &str); 11] = [
    ("q, Ctrl-C", "leave; the program runs on as before"),
    ("s", "sort by the next: self, total, self since the start, deopts, misses, name"),
    ("1 … 6", "sort by one of these"),
    ("/", "filter by function or file; Enter keeps it, Esc drops it"),
    ("space, f", "freeze the picture, and let it go on"),
    ("↑ ↓ PgUp PgDn", "move"),
    ("Home, End", "first, last"),
    ("h, ?", "this help"),
    ("self %, total %", "of the time since the picture before"),
    ("self ms, total ms", "since this top attached"),
    ("miss %", "of its own time, in inline-cache misses"),
];

impl View {
    /// Takes an event in; `rows`: how many there are, `page`: how many are in sight.
    pub fn hear(&mut self, event: &Event, rows: usize, page: usize) -> Next {
        let Event::Key(key) = event else {
            return if matches!(event, Event::Resize(..)) { Next::Draw } else { Next::Nothing };
        };
        if key.kind == KeyEventKind::Release {
            return Next::Nothing;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if matches!(key.code, KeyCode::Char('c' | 'd')) { Next::Quit } else { Next::Nothing };
        }
        if self.is_typing {
            return self.type_filter(key.code);
        }
        if self.shows_help && !matches!(key.code, KeyCode::Char('q')) {
            self.shows_help = false;
            return Next::Draw;
        }
        let last = rows.saturating_sub(1);
        match key.code {
            KeyCode::Char('q') => return Next::Quit,
            KeyCode::Char('h' | '?') => self.shows_help = true,
            KeyCode::Char('s') => return self.sort(self.order.next()),
            KeyCode::Char(digit @ '1'..='6') => return self.sort(Order::EACH[digit as usize - '1' as usize]),
            KeyCode::Char('/') => self.is_typing = true,
            KeyCode::Char(' ' | 'f') => self.is_frozen = !self.is_frozen,
            KeyCode::Up | KeyCode::Char('k') => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.selected = (self.selected + 1).min(last),
            KeyCode::PageUp => self.selected = self.selected.saturating_sub(page),
            KeyCode::PageDown => self.selected = (self.selected + page).min(last),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::Esc if !self.filter.is_empty() => {
                self.filter.clear();
                return Next::Sort;
            }
            _ => return Next::Nothing,
        }
        Next::Draw
    }

    fn sort(&mut self, order: Order) -> Next {
        (self.order, self.selected) = (order, 0);
        Next::Sort
    }

    fn type_filter(&mut self, key: KeyCode) -> Next {
        match key {
            KeyCode::Enter => self.is_typing = false,
            KeyCode::Esc => {
                self.is_typing = false;
                self.filter.clear();
            }
            KeyCode::Backspace => drop(self.filter.pop()),
            KeyCode::Char(c) => self.filter.push(c),
            _ => return Next::Nothing,
        }
        self.selected = 0;
        Next::Sort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyEvent;

    #[test]
    fn what_keys_do() {
        let mut view = View {
            order: Order::Own,
            filter: String::new(),
            is_typing: false,
            is_frozen: false,
            shows_help: false,
            selected: 0,
        };
        let mut press = |code| {
            let next = view.hear(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), 10, 4);
            (next, view.order, view.filter.clone(), view.selected, view.is_frozen, view.shows_help)
        };
        assert_eq!(press(KeyCode::Char('s')).1, Order::Total);
        assert_eq!(press(KeyCode::Char('6')).1, Order::Name);
        assert_eq!(press(KeyCode::PageDown).3, 4);
        assert_eq!(press(KeyCode::End).3, 9);
        assert_eq!(press(KeyCode::Down).3, 9);
        for c in "/qx".chars() {
            press(KeyCode::Char(c));
        }
        assert_eq!(press(KeyCode::Backspace).2, "q");
        assert_eq!(press(KeyCode::Enter).2, "q");
        assert_eq!(press(KeyCode::Esc).2, "");
        assert!(press(KeyCode::Char(' ')).4 && press(KeyCode::Char('h')).5 && !press(KeyCode::Char('x')).5);
        assert_eq!(press(KeyCode::Char('q')).0, Next::Quit);
        let stop = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(view.hear(&stop, 10, 4), Next::Quit);
    }
}
