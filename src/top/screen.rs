//! On a terminal.

use super::batch::{head, milliseconds, missing, shares};
use super::client::{Client, News};
use super::keys::{HELP, Next, View};
use super::model::{Model, Picture, Row, Trend, tier};
use super::{Order, Top};
use profiler::profile::Category;
use ratatui::Frame;
use ratatui::crossterm::event;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Row as TableRow, Table, TableState};
use std::io;
use std::time::{Duration, Instant};

/// Between two looks at keys.
const KEYS: Duration = Duration::from_millis(30);

/// Shows pictures until the user leaves, or the program has ended and the user has seen that.
///
/// # Errors
/// A line.
pub fn run(top: &Top, mut client: Client) -> Result<(), String> {
    let mut terminal = ratatui::try_init().map_err(|error| format!("cannot use the terminal: {error}"))?;
    let result = show(top, &mut client, &mut terminal);
    ratatui::restore();
    client.detach();
    result
}

struct Screen {
    model: Model,
    picture: Picture,
    view: View,
    pid: i32,
    has_ended: bool,
    page: usize,
}

fn show(top: &Top, client: &mut Client, terminal: &mut ratatui::DefaultTerminal) -> Result<(), String> {
    let mut screen = Screen {
        model: Model::default(),
        picture: Picture::default(),
        view: View {
            order: top.sort,
            filter: top.filter.clone(),
            is_typing: false,
            is_frozen: false,
            shows_help: false,
            selected: 0,
        },
        pid: client.pid,
        has_ended: false,
        page: 1,
    };
    let told = |error: io::Error| format!("cannot use the terminal: {error}");
    // The first picture comes soon, since the screen is empty.
    let mut next = Instant::now() + Duration::from_millis(300);
    terminal.draw(|frame| screen.draw(frame)).map_err(told)?;
    loop {
        if screen.has_ended {
            std::thread::sleep(KEYS);
        } else {
            match client.next(KEYS)? {
                News::Piece(piece) => {
                    screen.model.add(*piece)?;
                    screen.has_ended |= screen.model.status.ended;
                }
                News::Nothing => {}
                News::Gone => screen.has_ended = true,
            }
        }
        let mut draw = false;
        if (Instant::now() >= next || screen.has_ended && draw_last(&screen)) && !screen.view.is_frozen {
            screen.picture = screen.model.picture(screen.view.order, &screen.view.filter);
            screen.picture_ended();
            next = Instant::now() + top.delay;
            draw = true;
        }
        while event::poll(Duration::ZERO).map_err(told)? {
            let heard = event::read().map_err(told)?;
            match screen.view.hear(&heard, screen.picture.rows.len(), screen.page) {
                Next::Quit => return Ok(()),
                Next::Nothing => {}
                Next::Draw => draw = true,
                Next::Sort => {
                    screen.sort();
                    draw = true;
                }
            }
        }
        if draw {
            terminal.draw(|frame| screen.draw(frame)).map_err(told)?;
        }
    }
}

/// Whether the last picture does not say yet that the program has ended.
fn draw_last(screen: &Screen) -> bool {
    !screen.picture.is_last
}

impl Screen {
    fn picture_ended(&mut self) {
        self.picture.is_last = self.has_ended;
    }

    /// The rows that are there in another order; a filter holds from the next picture on, and for these.
    fn sort(&mut self) {
        let filter = self.view.filter.to_lowercase();
        super::model::sort(&mut self.picture.rows, self.view.order);
        if !filter.is_empty() {
            let has = |text: &str| text.to_lowercase().contains(&filter);
            self.picture.rows.retain(|row| has(&row.name) || has(&row.place));
        }
    }

    fn draw(&mut self, frame: &mut Frame) {
        let [top, bar, table, foot] =
            Layout::vertical([Constraint::Length(3), Constraint::Length(1), Constraint::Min(1), Constraint::Length(1)])
                .areas(frame.area());
        let [state, now, machine] = head(&self.model, &self.picture, self.pid);
        let state = if self.has_ended && !state.contains("has ended") { format!("{state}, has ended") } else { state };
        let state =
            Line::from(state).style(if self.has_ended { Style::new().fg(Color::Yellow) } else { Style::new().bold() });
        frame.render_widget(Paragraph::new(vec![state, Line::from(now), Line::from(machine)]), top);
        frame.render_widget(Paragraph::new(self.bar(bar.width)), bar);
        self.table(frame, table);
        frame.render_widget(Paragraph::new(self.foot()).style(Style::new().add_modifier(Modifier::DIM)), foot);
        if self.view.shows_help {
            help(frame);
        }
    }

    /// What ran, as a bar of colours.
    fn bar(&self, width: u16) -> Line<'static> {
        let width = usize::from(width);
        let mut spans = Vec::new();
        let (mut sum, mut at) = (0, 0);
        for (category, ns) in &self.picture.categories {
            sum += ns;
            let end = (sum as u128 * width as u128 / u128::from(self.picture.now_ns.max(1))) as usize;
            if end > at {
                spans.push(Span::styled("█".repeat(end - at), Style::new().fg(color(*category))));
                at = end;
            }
        }
        Line::from(spans)
    }

    fn table(&mut self, frame: &mut Frame, area: Rect) {
        self.page = usize::from(area.height.saturating_sub(1)).max(1);
        self.view.selected = self.view.selected.min(self.picture.rows.len().saturating_sub(1));
        // Narrow terminals have what matters most.
        let is_wide = area.width >= 100;
        let titles = if is_wide {
            vec!["self %", "total %", "self ms", "total ms", "tier", "deopts/s", "miss %", "function"]
        } else {
            vec!["self %", "total %", "self ms", "tier", "function"]
        };
        let widths: Vec<Constraint> = if is_wide {
            [8, 7, 10, 10, 11, 8, 6].into_iter().map(Constraint::Length).chain([Constraint::Min(12)]).collect()
        } else {
            [8, 7, 9, 11].into_iter().map(Constraint::Length).chain([Constraint::Min(8)]).collect()
        };
        let last = titles.len() - 1;
        let head = TableRow::new(titles.into_iter().enumerate().map(|(i, title)| {
            let text = Text::from(title);
            if i == last || title == "tier" { text } else { text.right_aligned() }
        }));
        let rows = self.picture.rows.iter().map(|row| self.row(row, is_wide));
        let table = Table::new(rows, widths)
            .header(head.style(Style::new().add_modifier(Modifier::REVERSED)))
            .row_highlight_style(Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED));
        let mut state = TableState::new().with_selected(Some(self.view.selected));
        frame.render_stateful_widget(table, area, &mut state);
        if self.picture.rows.is_empty() {
            let why = if self.picture.all_ns == 0 { "Waiting for samples …" } else { "No function like that." };
            let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1).min(1), ..area };
            frame.render_widget(Paragraph::new(why).style(Style::new().add_modifier(Modifier::DIM)), below);
        }
    }

    fn row(&self, row: &Row, is_wide: bool) -> TableRow<'static> {
        let [own, total, ..] = shares(row, &self.picture);
        let (mark, trend) = match row.trend {
            Trend::Up => ("▲", Style::new().fg(Color::Red)),
            Trend::Down => ("▼", Style::new().fg(Color::Green)),
            Trend::Same => (" ", Style::new()),
        };
        let number = |text: String| Text::from(text).right_aligned();
        let tier = tier(&row.all);
        let tiers = match tier {
            "interpreter" => Style::new().fg(color(Category::Interpreter)),
            "baseline" => Style::new().fg(color(Category::Baseline)),
            "optimized" => Style::new().fg(color(Category::Optimized)),
            _ => Style::new(),
        };
        let place = Span::styled(format!(" {}", row.place), Style::new().add_modifier(Modifier::DIM));
        let name = Text::from(Line::from(vec![Span::raw(row.name.clone()), place]));
        let mut cells = vec![
            number(format!("{own:.1} {mark}")).style(trend),
            number(format!("{total:.1}")),
            number(format!("{:.1}", milliseconds(row.all.own_ns))),
        ];
        if is_wide {
            cells.push(number(format!("{:.1}", milliseconds(row.all.total_ns))));
        }
        cells.push(Text::from(tier).style(tiers));
        if is_wide {
            let deopts = if row.deopts_per_second > 0.0 { Style::new().fg(Color::Red) } else { Style::new() };
            cells.push(number(format!("{:.1}", row.deopts_per_second)).style(deopts));
            cells.push(number(format!("{:.1}", missing(row))));
        }
        cells.push(name);
        let is_at_rest = row.now.total_ns == 0;
        TableRow::new(cells).style(if is_at_rest { Style::new().add_modifier(Modifier::DIM) } else { Style::new() })
    }

    fn foot(&self) -> String {
        if self.view.is_typing {
            return format!("filter: {}▏  (Enter keeps it, Esc drops it)", self.view.filter);
        }
        let mut text = format!("by {}, {} functions", self.view.order.name(), self.picture.functions);
        if !self.view.filter.is_empty() {
            text += &format!(", with \"{}\"", self.view.filter);
        }
        if self.view.is_frozen {
            text += ", FROZEN";
        }
        text + "   q leaves  s sorts  / filters  space freezes  h helps"
    }
}

fn help(frame: &mut Frame) {
    let area = frame.area();
    let wide = HELP.iter().map(|(key, does)| key.chars().count().max(18) + does.chars().count() + 5).max().unwrap_or(0);
    let (width, height) = ((wide as u16).min(area.width), (HELP.len() as u16 + 2).min(area.height));
    let place = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    let lines: Vec<Line> = HELP.iter().map(|(key, does)| Line::from(format!(" {key:18} {does}"))).collect();
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" keys and columns ")), place);
}

fn color(category: Category) -> Color {
    match category {
        Category::Interpreter => Color::Yellow,
        Category::Baseline => Color::Blue,
        Category::Optimized => Color::Green,
        Category::Builtin | Category::RegExp => Color::Magenta,
        Category::GcMark | Category::GcSweep | Category::Deopt => Color::Red,
        Category::Idle => Color::DarkGray,
        _ => Color::Cyan,
    }
}

/// Each way to sort has a key.
const _: () = assert!(Order::EACH.len() == 6);
