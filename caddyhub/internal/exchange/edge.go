package exchange

import (
	"slices"
	"strings"
)

// maxAfter is how many threads one may start after.
const maxAfter = 16

// settleEdges keeps of what threads wait for what can be: threads of this reading, each once,
// without circles. The rest is told.
func (r *reader) settleEdges() {
	at := make(map[string]int, len(r.drafts))
	for i, d := range r.drafts {
		at[d.Ref] = i
	}
	for _, d := range r.drafts {
		var kept []string
		for _, ref := range d.DependsOn {
			switch _, there := at[ref]; {
			case slices.Contains(kept, ref):
			case ref == d.Ref:
				r.leave(d.where, d.Ref+" after itself", "nothing can wait for itself")
			case !there:
				r.leave(d.where, d.Ref+" after "+ref, ref+" is not among what is read")
			case len(kept) == maxAfter:
				d.after = append(d.after, ref)
			default:
				kept = append(kept, ref)
			}
		}
		d.DependsOn = kept
	}
	r.breakCircles(at)
	edges := 0
	for _, d := range r.drafts {
		edges += len(d.DependsOn)
	}
	r.mappedMany("dependencies", "what starts after what", edges)
}

// breakCircles takes out each edge that closes a circle. It walks along the edges, every thread
// once: one that leads back to a thread of the way so far closes one.
func (r *reader) breakCircles(at map[string]int) {
	const unseen, onWay, over = 0, 1, 2
	state := make([]int, len(r.drafts))
	type stop struct{ thread, next int }
	for start := range r.drafts {
		if state[start] != unseen {
			continue
		}
		way := []stop{{thread: start}}
		state[start] = onWay
		for len(way) > 0 {
			here := &way[len(way)-1]
			d := r.drafts[here.thread]
			if here.next == len(d.DependsOn) {
				state[here.thread] = over
				way = way[:len(way)-1]
				continue
			}
			to := at[d.DependsOn[here.next]]
			switch state[to] {
			case onWay:
				var circle []string
				for i := slices.IndexFunc(way, func(s stop) bool { return s.thread == to }); i < len(way); i++ {
					circle = append(circle, r.drafts[way[i].thread].Ref)
				}
				r.leaveEdge(d, d.DependsOn[here.next], circle)
				d.DependsOn = slices.Delete(d.DependsOn, here.next, here.next+1)
			case unseen:
				here.next++
				state[to] = onWay
				way = append(way, stop{thread: to})
			default:
				here.next++
			}
		}
	}
}

// leaveEdge tells of an edge that closes a circle, which it names.
func (r *reader) leaveEdge(d *draft, ref string, circle []string) {
	const most = 8
	if len(circle) > most {
		circle = append(append(slices.Clone(circle[:most-1]), "…"), circle[len(circle)-1])
	}
	r.leave(d.where, d.Ref+" after "+ref, "they would wait for each other: "+strings.Join(append(circle, ref), " → "))
}
