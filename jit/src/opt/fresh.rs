//! What need not be done to an object that is new: the collector is told of nothing until it has met the object, and of several shapes
//! that it gets one after the other the last is enough where nobody can look before.

use super::ir::*;
use smallvec::SmallVec;

type Objects = SmallVec<[NodeId; 8]>;

/// Removes barriers of objects that no collection can have met, and shapes that others replace unseen.
pub fn relax(graph: &mut Graph, order: &[BlockId]) {
    let mut is_needless = vec![false; graph.nodes.len()];
    find_barriers(graph, order, &mut is_needless);
    find_shapes(graph, order, &mut is_needless);
    for b in order {
        graph.blocks[b.index()].nodes.retain(|id| !is_needless[id.index()]);
    }
}

/// Forwards: which objects were allocated, on every way here, since anything was that could begin a collection.
fn find_barriers(graph: &Graph, order: &[BlockId], is_needless: &mut [bool]) {
    let mut after: Vec<Option<Objects>> = vec![None; graph.blocks.len()];
    for &b in order {
        let block = &graph.blocks[b.index()];
        let mut new = common(block.predecessors.iter().map(|p| after[p.index()].as_ref()));
        for &id in &block.nodes {
            let node = graph.node(id);
            match node.op {
                Op::NewObject { .. } | Op::NewEnvironment { .. } | Op::NewFunction { .. } => {
                    new.clear();
                    new.push(id);
                }
                Op::Barrier => is_needless[id.index()] |= new.contains(&node.args[0]),
                _ if node.op.properties().collects.holds(graph, node) => new.clear(),
                _ => {}
            }
        }
        after[b.index()] = Some(new);
    }
}

/// Backwards: which objects get another shape, on every way from here, before anybody looks at the one that they have.
fn find_shapes(graph: &Graph, order: &[BlockId], is_needless: &mut [bool]) {
    let mut before: Vec<Option<Objects>> = vec![None; graph.blocks.len()];
    for &b in order.iter().rev() {
        let block = &graph.blocks[b.index()];
        let successors = block.terminator.successors();
        let mut replaced = common(successors.iter().map(|s| before[s.index()].as_ref()));
        for &id in block.nodes.iter().rev() {
            let node = graph.node(id);
            match node.op {
                Op::StoreShape(_) if replaced.contains(&node.args[0]) => is_needless[id.index()] = true,
                Op::StoreShape(_) => replaced.push(node.args[0]),
                _ if looks(graph, node) => replaced.clear(),
                _ => {}
            }
        }
        before[b.index()] = Some(replaced);
    }
}

/// What is in all of them; nothing if there is none, or one that is not known (a loop's).
fn common<'a>(mut sets: impl Iterator<Item = Option<&'a Objects>>) -> Objects {
    let Some(Some(first)) = sets.next() else { return Objects::new() };
    sets.fold(first.clone(), |mut common, set| {
        common.retain(|id| set.is_some_and(|set| set.contains(id)));
        common
    })
}

/// The shapes of objects may be seen by it, or from where it leaves to.
fn looks(graph: &Graph, node: &Node) -> bool {
    const UNSEEN: Regions =
        Regions::of(&[Region::Object, Region::Slots, Region::Environment, Region::Shape, Region::Collector]);
    let properties = node.op.properties();
    node.state.is_some()
        || properties.reads.contains(Region::Shape)
        || properties.collects.holds(graph, node)
        || !properties.writes.are_within(UNSEEN)
}
