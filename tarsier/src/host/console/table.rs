//! `console.table`: rows and columns in a frame.

use super::super::inspect::{Options, inspect_text};
use super::{format_arguments, options, say};
use abi::cell::CellKind;
use gc::RootedVec;
use unicode_width::UnicodeWidthStr;
use vm::object::collections::map::MapObject;
use vm::object::collections::set::SetObject;
use vm::runtime::iterator::iterable_to_list;
use vm::{Args, JsResult, Object, Value, ValueExt, Vm};

const INDEX: &str = "(index)";
const ITERATION_INDEX: &str = "(iteration index)";
const VALUES: &str = "Values";

/// Cells by row; what is missing is empty.
struct Grid {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// `console.table(data, columns)`
pub fn table(vm: &mut Vm, args: Args) -> JsResult {
    let Some(data) = args.get(0).as_object() else {
        let options = options(vm)?;
        let text = format_arguments(vm, args.as_slice(), &options)?;
        return say(vm, &text);
    };
    let columns = match args.get(1) {
        v if v.is_undefined() => None,
        v => {
            let mut names = Vec::new();
            for name in iterable_to_list(vm, v)?.as_slice() {
                names.push(super::text_of(vm, *name)?.to_display());
            }
            Some(names)
        }
    };
    let grid = grid(vm, data, columns)?;
    say(vm, &draw(&grid))
}

fn grid(vm: &mut Vm, data: Object, columns: Option<Vec<String>>) -> JsResult<Grid> {
    // Keys and values of the rows.
    let mut values = vm.heap.rooted_vec();
    let mut keys = Vec::new();
    let mut first = INDEX;
    if let Some(map) = data.downcast::<MapObject>() {
        for (key, value) in map.table.borrow().iter() {
            values.push(key);
            values.push(value);
        }
        let mut rows = Vec::new();
        for (i, pair) in values.as_slice().chunks_exact(2).enumerate() {
            rows.push(vec![i.to_string(), cell(vm, pair[0])?, cell(vm, pair[1])?]);
        }
        return Ok(Grid { header: vec![ITERATION_INDEX.into(), "Key".into(), VALUES.into()], rows });
    }
    if let Some(set) = data.downcast::<SetObject>() {
        first = ITERATION_INDEX;
        for (i, (value, ())) in set.table.borrow().iter().enumerate() {
            values.push(value);
            keys.push(i.to_string());
        }
    } else {
        (keys, values) = properties(vm, data)?;
    }
    let mut names: Vec<String> = columns.clone().unwrap_or_default();
    let mut cells: Vec<Vec<(usize, String)>> = Vec::new();
    let mut plain: Vec<Option<String>> = Vec::new();
    for value in values.as_slice() {
        let mut row = Vec::new();
        let object = value.as_object().filter(|o| !o.is_callable());
        if let Some(object) = object {
            let (keys, values) = properties(vm, object)?;
            for (key, &value) in keys.into_iter().zip(values.as_slice()) {
                let column = match names.iter().position(|name| *name == key) {
                    Some(column) => column,
                    None if columns.is_some() => continue,
                    None => {
                        names.push(key);
                        names.len() - 1
                    }
                };
                row.push((column, cell(vm, value)?));
            }
        }
        let known = object.is_some_and(|o| !matches!(o.kind(), CellKind::Map | CellKind::Set | CellKind::Date));
        plain.push(if known { None } else { Some(cell(vm, *value)?) });
        cells.push(row);
    }
    let values = plain.iter().any(Option::is_some);
    let width = 1 + names.len() + usize::from(values);
    let rows = keys.into_iter().zip(cells).zip(plain).map(|((key, cells), plain)| {
        let mut row = vec![String::new(); width];
        row[0] = key;
        for (column, text) in cells {
            row[column + 1] = text;
        }
        if let Some(plain) = plain {
            row[width - 1] = plain;
        }
        row
    });
    let rows = rows.collect();
    let mut header = vec![first.to_string()];
    header.extend(names);
    header.extend(values.then(|| VALUES.to_string()));
    Ok(Grid { header, rows })
}

/// The own enumerable properties with string keys. Getters are run, as reading the property would.
fn properties(vm: &mut Vm, object: Object) -> JsResult<(Vec<String>, RootedVec)> {
    let keys = object.own_property_keys(vm)?;
    let mut values = vm.heap.rooted_vec();
    let mut names = Vec::new();
    for key in keys.iter().filter(|key| !key.is_symbol()) {
        if object.get_own_property(vm, key)?.is_some_and(|d| d.enumerable == Some(true)) {
            values.push(object.get(vm, key)?);
            names.push(key.to_display(vm));
        }
    }
    Ok((names, values))
}

/// A value on one line, without its insides.
fn cell(vm: &mut Vm, value: Value) -> JsResult<String> {
    let options = Options { depth: Some(0), ..Options::default() }.one_line();
    Ok(inspect_text(vm, value, &options)?.string.replace('\n', " "))
}

fn draw(grid: &Grid) -> String {
    let widths: Vec<usize> = (0..grid.header.len())
        .map(|column| {
            let cells = grid.rows.iter().map(|row| row[column].width());
            cells.chain([grid.header[column].width()]).max().unwrap_or(0)
        })
        .collect();
    let rule = |left: &str, middle: &str, right: &str| {
        let dashes: Vec<String> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
        format!("{left}{}{right}", dashes.join(middle))
    };
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths);
        let padded: Vec<String> =
            cells.map(|(cell, width)| format!(" {cell}{} ", " ".repeat(width - cell.width()))).collect();
        format!("│{}│", padded.join("│"))
    };
    let mut lines = vec![rule("┌", "┬", "┐"), line(&grid.header), rule("├", "┼", "┤")];
    lines.extend(grid.rows.iter().map(|row| line(row)));
    lines.push(rule("└", "┴", "┘"));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_around_aligned_cells() {
        let row = |cells: &[&str]| cells.iter().map(|c| c.to_string()).collect::<Vec<_>>();
        let grid = Grid { header: row(&[INDEX, "a"]), rows: vec![row(&["0", "'日本'"]), row(&["1", ""])] };
        let expected = "\
┌─────────┬────────┐
│ (index) │ a      │
├─────────┼────────┤
│ 0       │ '日本' │
│ 1       │        │
└─────────┴────────┘";
        assert_eq!(draw(&grid), expected);
    }
}
