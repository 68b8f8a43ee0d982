//! One island: a window of its arrangements breeds, mutants compete, the best return.

use serde::{Deserialize, Serialize};
use tilewright_search::Stream;

use super::arrangement::{Arrangement, Plan, Rates};
use crate::evolve::climb::Climb;
use crate::evolve::field::Gene;

/// How islands live.
#[derive(Clone, Copy, Debug)]
pub(super) struct Customs {
    pub population: usize,
    pub window: usize,
    pub mutants: usize,
    pub rates: Rates,
    pub climb: Climb,
    /// Whether an island that has lost its diversity begins anew.
    pub restarts: bool,
}

/// A population with a random stream of its own.
pub(super) struct Island {
    pub people: Vec<Arrangement>,
    pub random: Stream,
    pub restarts: u64,
    pub evaluations: u64,
}

#[derive(Serialize, Deserialize)]
pub(super) struct SavedIsland {
    people: Vec<Vec<Gene>>,
    random: Stream,
    restarts: u64,
}

/// How an island is doing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Condition {
    /// Mean and least number of mismatched joins.
    pub mean: f64,
    pub minimum: u32,
    /// The mean share of places on which an arrangement differs from the next.
    pub diversity: f64,
    pub restarts: u64,
}

impl Island {
    pub fn new(plan: &Plan, customs: &Customs, mut random: Stream) -> Self {
        let people = (0..customs.population).map(|_| plan.random(&mut random)).collect();
        Self { people, random, restarts: 0, evaluations: customs.population as u64 }
    }

    pub fn save(&self, plan: &Plan) -> SavedIsland {
        SavedIsland {
            people: self.people.iter().map(|one| plan.genes(one)).collect(),
            random: self.random.clone(),
            restarts: self.restarts,
        }
    }

    pub fn restore(plan: &Plan, customs: &Customs, saved: &SavedIsland) -> Option<Self> {
        let people = saved.people.iter().map(|genes| plan.of_genes(genes));
        let people: Vec<_> = people.collect::<Option<_>>()?;
        let is_whole = people.len() == customs.population;
        is_whole.then(|| Self {
            people,
            random: saved.random.clone(),
            restarts: saved.restarts,
            evaluations: 0,
        })
    }

    /// One generation: the best two of a window are parents of two children; these four, their
    /// mutants and nobody else compete for the places of the window.
    pub fn live(&mut self, plan: &Plan, customs: &Customs) {
        if customs.restarts && self.has_collapsed() {
            self.begin_anew(plan, customs);
            return;
        }
        let (count, random) = (self.people.len(), &mut self.random);
        let first = random.index(count);
        let mut window: Vec<_> = (first..first + customs.window).map(|at| at % count).collect();
        window.sort_by_key(|&at| (std::cmp::Reverse(self.people[at].joins), at));
        let [one, other] = [0, 1].map(|rank| window[rank.min(window.len() - 1)]);
        let (one, other) = (self.people[one].clone(), self.people[other].clone());
        let mut memory = Vec::new();
        let mut children = [plan.cross(&one, &other, random), plan.cross(&other, &one, random)];
        for child in &mut children {
            plan.judge(child, &mut memory);
            self.evaluations += 1;
        }
        let [child, sibling] = children;
        let mut rivals = vec![one, other, child, sibling];
        for parent in 0..rivals.len() {
            for _ in 0..customs.mutants {
                let mut mutant = rivals[parent].clone();
                plan.mutate(&mut mutant, customs.rates, random);
                plan.judge(&mut mutant, &mut memory);
                self.evaluations += 1;
                rivals.push(mutant);
            }
        }
        // The best first; among equals the later, which is the newer.
        let mut order: Vec<_> = (0..rivals.len()).rev().collect();
        order.sort_by_key(|&rival| std::cmp::Reverse(rivals[rival].joins));
        for (&rival, &at) in order.iter().zip(&window) {
            self.people[at] = rivals[rival].clone();
        }
        if customs.climb.evaluations > 0
            && let Some(&at) = window.first()
        {
            let mut layout = plan.layout(&self.people[at]);
            customs.climb.improve(&mut layout, random);
            self.evaluations += customs.climb.evaluations;
            if let Some(better) = plan.of_layout(&layout) {
                self.people[at] = better;
            }
        }
    }

    pub fn best(&self) -> Option<&Arrangement> {
        self.people.iter().max_by_key(|one| one.joins)
    }

    /// The document's sign that diversity is gone: mean and minimum are the same.
    fn has_collapsed(&self) -> bool {
        self.people.windows(2).all(|pair| pair[0].joins == pair[1].joins) && self.diversity() < 0.5
    }

    fn begin_anew(&mut self, plan: &Plan, customs: &Customs) {
        for one in &mut self.people {
            *one = plan.random(&mut self.random);
        }
        self.evaluations += customs.population as u64;
        self.restarts += 1;
    }

    fn diversity(&self) -> f64 {
        let sum: f64 = self.people.windows(2).map(|pair| pair[0].distance(&pair[1])).sum();
        sum / self.people.len().saturating_sub(1).max(1) as f64
    }

    pub fn condition(&self, plan: &Plan) -> Condition {
        let lost = |one: &Arrangement| plan.most.saturating_sub(one.joins);
        let sum: u32 = self.people.iter().map(lost).sum();
        Condition {
            mean: f64::from(sum) / self.people.len().max(1) as f64,
            minimum: self.people.iter().map(lost).min().unwrap_or(0),
            diversity: self.diversity(),
            restarts: self.restarts,
        }
    }
}
